import { Send } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { listEmailTemplateHistory } from '#contract/mail/email-templates/endpoints.ts'
import { isForSchools, templateKinds, type TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import type { GlobalTemplate, SchoolTemplate } from '#contract/mail/email-templates/shapes.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { call } from '#client/platform/lib/call.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Form, FormSummary, SubmitButton } from '#client/platform/ui/form/form.tsx'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { UnsavedMark } from '#client/platform/ui/form/unsaved-mark.tsx'
import { PageHeader, type PageHeaderProps } from '#client/platform/ui/text/page-header.tsx'
import { Checks } from './checks.tsx'
import { LanguageTabs } from './language-tabs.tsx'
import { TemplatePreview } from './preview.tsx'
import { templateWords } from './template-text.ts'
import { languagesWithErrors, nameIn, type Language } from './template-values.ts'
import { TestDialog } from './test-dialog.tsx'
import { TextFields } from './text-fields.tsx'
import type { TemplateEdit } from './use-template-edit.ts'

interface TemplatePageProps extends Pick<PageHeaderProps, 'breadcrumb'> {
  template: GlobalTemplate | SchoolTemplate
  edit: TemplateEdit
  /** The school whose email it is; null for all schools. */
  schoolId: number | null
  /** The languages that need a text. */
  needed: readonly Language[]
  /** Shown above the text. */
  before?: ReactNode
  /** More fields, below the text. */
  children?: ReactNode
}

/** Renders a template being edited: its texts by language, what to fix in them, and a preview. */
export const TemplatePage = (props: TemplatePageProps) => {
  const { template, edit, schoolId, breadcrumb } = props
  const formId = useId()
  const [language, setLanguage] = useState<Language>('en')
  const [student, setStudent] = useState<StudentHit | null>(null)
  const { kind } = template
  const form = useFormInLanguage(edit, kind, [language, setLanguage])
  return (
    <>
      <PageHeader
        title={template.name}
        {...(breadcrumb ? { breadcrumb } : {})}
        aside={<UnsavedMark isDirty={edit.isDirty} />}
        actions={<Actions {...{ template, edit, formId, student, language }} />}
      />
      <Form form={form} id={formId} className="relative gap-0!">
        <div className="xl:grid xl:min-h-[calc(100dvh-4.125rem)] xl:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <Texts {...props} {...{ language }} onLanguage={setLanguage} />
          <div className="min-w-0 border-line max-xl:border-t xl:border-l">
            <TemplatePreview
              {...{ kind, schoolId, language, student }}
              isToStudents={isForSchools(kind)}
              onStudent={setStudent}
            />
          </div>
        </div>
      </Form>
      {edit.conflict}
    </>
  )
}

interface TextsProps extends TemplatePageProps {
  language: Language
  onLanguage: (language: Language) => void
}

/** Renders the texts of a template in one language at a time, and what to fix in all of them. */
const Texts = (props: TextsProps) => {
  const { template, edit, needed, before, children, language, onLanguage } = props
  const { kind } = template
  return (
    <div className="mx-auto flex w-full max-w-4xl min-w-0 flex-col gap-4 px-4 py-5 md:px-6">
      <OfflineBanner isWaiting={edit.isWaiting} />
      <div className="empty:hidden [&>*]:mb-0">{edit.behind}</div>
      {before}
      <p className="text-ink-2">{templateKinds[kind].when} Changes apply to emails queued from now on.</p>
      <FormSummary />
      <LanguageTabs {...{ needed, language }} saved={template} onChange={onLanguage} />
      <TextFields key={language} {...{ kind, language }} />
      {children}
      <Checks
        {...{ kind, needed }}
        saved={template}
        onShow={(place) => {
          // the fields of another language mount first
          flushSync(() => onLanguage(place.language))
          edit.form.methods.setFocus(nameIn(place.language, place.part))
        }}
      />
    </div>
  )
}

/** Opens a language with an error before the form is saved, so that the error appears at its field. */
const useFormInLanguage = (
  { form }: TemplateEdit,
  kind: TemplateKindName,
  [language, onChange]: readonly [Language, (language: Language) => void],
): TemplateEdit['form'] => ({
  ...form,
  submit: (event) => {
    event?.preventDefault()
    const wrong = languagesWithErrors(kind, form.methods.getValues())
    const [first] = wrong
    if (first !== undefined && !wrong.includes(language)) flushSync(() => onChange(first))
    form.submit()
  },
})

interface ActionsProps extends Pick<TemplatePageProps, 'template' | 'edit'> {
  formId: string
  student: StudentHit | null
  language: Language
}

const Actions = ({ template, edit, formId, student, language }: ActionsProps) => {
  const [isTesting, setTesting] = useState(false)
  return (
    <div data-focus-group className="contents">
      <HistoryButton
        label={template.name}
        historyKey={[...keyOf(listEmailTemplateHistory), template.id]}
        read={(query, options) =>
          call(listEmailTemplateHistory, { params: { id: template.id }, query }, options)
        }
        who="Only Shipmate Admins have access to the history of email templates."
        none="No changes to this email template yet."
        words={templateWords}
      />
      <Button icon={Send} onClick={() => setTesting(true)}>
        Send test…
      </Button>
      {edit.isDirty && <Button onClick={edit.form.draft.discard}>Discard</Button>}
      {/* a disabled button would lose the focus after a save by keyboard */}
      <SubmitButton
        form={edit.form}
        formId={formId}
        type={edit.isDirty ? 'submit' : 'button'}
        aria-disabled={!edit.isDirty}
        className="max-md:order-first"
      >
        Save
      </SubmitButton>
      {isTesting && (
        <TestDialog
          templateId={template.id}
          {...{ student, language }}
          isDirty={edit.isDirty}
          onClose={() => setTesting(false)}
        />
      )}
    </div>
  )
}
