import { useId, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { getSchool } from '#contract/schools/endpoints.ts'
import type { School } from '#contract/schools/shapes.ts'
import { FailedState } from '#client/common/failed-state.tsx'
import { Readable } from '#client/common/unreadable.tsx'
import { SchoolSettings } from '#client/common/school-settings.tsx'
import type { PartEdit } from '#client/common/use-part-edit.tsx'
import { afresh, useAsk } from '#client/lib/query.ts'
import { WaitingBanner } from '#client/ui/form/waiting-banner.tsx'
import { Button } from '#client/ui/controls/button.tsx'
import { Form, FormSummary, SubmitButton } from '#client/ui/form/form.tsx'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import { keepFocus } from '#client/ui/keep-focus.ts'
import { PageBody } from '#client/ui/text/page-header.tsx'
import { SkeletonRows } from '#client/ui/states/skeleton.tsx'

interface LoadedSchoolProps {
  schoolId: number
  title: string
  children: (school: School) => ReactNode
}

/** A school read afresh, so that nobody edits an old state: until then its shape, or why it cannot be shown. */
export const LoadedSchool = ({ schoolId, title, children }: LoadedSchoolProps) => {
  const { data, error, isFetchedAfterMount, refetch } = useAsk(
    getSchool,
    { params: { id: schoolId } },
    afresh,
  )
  if (data && isFetchedAfterMount)
    return (
      <Readable
        key={schoolId}
        renderInstead={(state) => (
          <SchoolSettings schoolId={schoolId} title={title}>
            {state}
          </SchoolSettings>
        )}
      >
        {children(data)}
      </Readable>
    )
  return (
    <SchoolSettings schoolId={schoolId} title={title}>
      {error ? (
        <FailedState
          error={error}
          what="The school"
          who="Only Shipmate Admins change the settings of a school."
          onRetry={() => void refetch()}
          actions={<LinkButton to="/">All schools</LinkButton>}
        />
      ) : (
        <SkeletonRows rows={8} label="Loading the school" />
      )}
    </SchoolSettings>
  )
}

interface EditFrameProps<V extends FieldValues> {
  schoolId: number
  title: string
  edit: PartEdit<V>
  width: 'md' | 'lg'
  /** Above the form, and saved by itself. */
  before?: ReactNode
  /** Below the form, and done by itself. */
  after?: ReactNode
  children: ReactNode
}

/** A part of a school's settings being edited: whether it is saved, the way to it, and the form. */
export const EditFrame = <V extends FieldValues>(props: EditFrameProps<V>) => {
  const { schoolId, title, edit, width, before, after, children } = props
  const formId = useId()
  return (
    <SchoolSettings
      schoolId={schoolId}
      title={title}
      aside={
        <span aria-live="polite" className="text-label text-ink-3">
          {edit.isDirty ? 'Not saved yet' : ''}
        </span>
      }
      actions={
        <div ref={keepFocus} className="contents">
          {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
          <SubmitButton
            form={edit.form}
            formId={formId}
            disabled={!edit.isDirty}
            className="max-md:order-first"
          >
            Save
          </SubmitButton>
        </div>
      }
    >
      <PageBody width={width}>
        <WaitingBanner isWaiting={edit.isWaiting} />
        {before && <div className="mb-6 border-b border-line">{before}</div>}
        <Form form={edit.form} id={formId}>
          <FormSummary />
          {children}
        </Form>
        {after && <div className="mt-6 border-t border-line pt-6">{after}</div>}
      </PageBody>
      {edit.conflict}
    </SchoolSettings>
  )
}
