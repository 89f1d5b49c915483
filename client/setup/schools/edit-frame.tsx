import { useId, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { getSchool } from '#contract/setup/schools/endpoints.ts'
import type { School } from '#contract/setup/schools/shapes.ts'
import { freshly, Loaded, type Reloaded } from '#client/platform/ui/states/loaded.tsx'
import { useRecordChanged } from '#client/platform/common/live-rows.ts'
import { Readable } from '#client/platform/edit/unreadable.tsx'
import { SchoolSettings } from './school-settings.tsx'
import type { PartEdit } from '#client/platform/edit/use-part-edit.tsx'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Form, FormSummary, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { PageBody } from '#client/platform/ui/text/page-header.tsx'
import { useSchoolEdit, type SchoolPart } from './use-school-edit.ts'

interface LoadedSchoolProps {
  schoolId: number
  title: string
  children: (school: School) => ReactNode
}

interface LoadedPartProps<T> {
  schoolId: number
  title: string
  /** The result of `useAsk` with `afresh`. */
  loaded: Reloaded<T>
  children: (data: T) => ReactNode
}

/** Renders what edits a school, read again so that it starts from the latest version. */
export const LoadedSchool = ({ schoolId, title, children }: LoadedSchoolProps) => {
  const loaded = useAsk(getSchool, { params: { id: schoolId } }, afresh)
  return (
    <LoadedPart schoolId={schoolId} title={title} loaded={loaded}>
      {children}
    </LoadedPart>
  )
}

interface SettingsFormProps<V extends FieldValues, F extends object, R> {
  schoolId: number
  title: string
  part: SchoolPart<V, F, R>
  settings: R
  /** Saves the values over a version; failures reject with an `ApiError`. */
  save: (facts: F, version: number) => Promise<R>
  /** Below the form, with separate actions. */
  after?: ReactNode
  /** The text of the save button, if it says what the save reaches. */
  saveLabel?: string
  children: (settings: R) => ReactNode
}

type SettingsScreenProps<V extends FieldValues, F extends object, R> = Omit<
  SettingsFormProps<V, F, R>,
  'settings'
> &
  Pick<LoadedPartProps<R>, 'loaded'>

/** Renders the screen of one group of a school’s settings, which has separate calls. */
export const SettingsScreen = <V extends FieldValues, F extends object, R>({
  loaded,
  ...form
}: SettingsScreenProps<V, F, R>) => (
  <LoadedPart schoolId={form.schoolId} title={form.title} loaded={loaded}>
    {(settings) => <SettingsForm key={form.schoolId} {...form} settings={settings} />}
  </LoadedPart>
)

const SettingsForm = <V extends FieldValues, F extends object, R>(props: SettingsFormProps<V, F, R>) => {
  const { schoolId, title, part, settings, save, after, saveLabel, children } = props
  const edit = useSchoolEdit({ schoolId, part, record: settings, save })
  return (
    <EditFrame {...{ schoolId, title, edit, after, saveLabel }} width="md">
      {children(settings)}
    </EditFrame>
  )
}

/**
 * Renders a freshly loaded part of a school, so that no one edits an old version; until then placeholders, or why it
 * can't be shown.
 */
const LoadedPart = <T,>({ schoolId, title, loaded, children }: LoadedPartProps<T>) => {
  useRecordChanged('school', schoolId, () => void loaded.refetch())
  const renderInstead = (state: ReactNode) => (
    <SchoolSettings schoolId={schoolId} title={title}>
      {state}
    </SchoolSettings>
  )
  return (
    <Loaded
      of={freshly(loaded)}
      what="The school"
      who="Only Shipmate Admins can change school settings."
      actions={<LinkButton to="/">All schools</LinkButton>}
      rows={8}
      label="Loading school"
      renderInstead={renderInstead}
    >
      {(data) => (
        <Readable key={schoolId} renderInstead={renderInstead}>
          {children(data)}
        </Readable>
      )}
    </Loaded>
  )
}

interface EditFrameProps<V extends FieldValues> {
  schoolId: number
  title: string
  edit: PartEdit<V>
  width: 'md' | 'lg'
  /** Above the form, saved separately. */
  before?: ReactNode
  /** Below the form, with separate actions. */
  after?: ReactNode
  /** The text of the save button, if it says what the save reaches. */
  saveLabel?: string | undefined
  children: ReactNode
}

/** Renders a part of a school's settings being edited: whether it's saved, tabs, and the form. */
export const EditFrame = <V extends FieldValues>(props: EditFrameProps<V>) => {
  const { schoolId, title, edit, width, before, after, saveLabel = 'Save', children } = props
  const formId = useId()
  return (
    <SchoolSettings
      schoolId={schoolId}
      title={title}
      aside={<UnsavedMark isDirty={edit.isDirty} />}
      actions={
        <div data-focus-group className="contents">
          {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
          <SubmitButton
            form={edit.form}
            formId={formId}
            disabled={!edit.isDirty}
            className="max-md:order-first"
          >
            {saveLabel}
          </SubmitButton>
        </div>
      }
    >
      <PageBody width={width}>
        <OfflineBanner isWaiting={edit.isWaiting} />
        {edit.behind}
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
