import { Field } from '#client/platform/ui/controls/field.tsx'
import { TextInput } from '#client/platform/ui/controls/text-input.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import type { usePublish } from './use-publish.ts'

type Problem = ReturnType<typeof usePublish>['problem']

/** Renders why documents weren’t published, with a field for the reason if a form lacks a question. */
export const PublishProblem = ({ failure, missing, reason, setReason }: Problem) => (
  <>
    {failure !== null && <Banner tone="danger">{failure}</Banner>}
    {missing !== null && (
      <Banner tone="warning">
        <p>
          {missing} Without it, staff have to match or check each form manually. To publish it anyway, enter a
          reason.
        </p>
        <Field label="Reason" className="mt-2">
          <TextInput value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
      </Banner>
    )}
  </>
)
