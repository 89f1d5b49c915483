import { useDeferredValue, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { previewEmail } from '#contract/mail/email-templates/endpoints.ts'
import { mergeFieldsOf, type TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import type { EmailPreview } from '#contract/mail/email-templates/shapes.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import type { StudentHit } from '#contract/records/students/shapes.ts'
import { EmailFrame } from '#client/mail/compose/email-frame.tsx'
import { usePreview } from '#client/platform/common/use-preview.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatList } from '#client/platform/lib/format.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { Skeleton } from '#client/platform/ui/states/skeleton.tsx'
import { StudentChoice, useLatestPeriod } from '#client/platform/record/student-choice.tsx'
import { contentIn, isEmptyText, textIn, type Language, type TemplateValues } from './template-values.ts'

const f = fieldsOf<TemplateValues>()

const views = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Plain text' },
] as const
type View = (typeof views)[number]['value']

/** Pixels of an email in a mail program on a desktop, and on a phone. */
const widths = { desktop: 600, phone: 375 } as const

const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

interface PreviewProps {
  kind: TemplateKindName
  schoolId: number | null
  language: Language
  student: StudentHit | null
  onStudent: (student: StudentHit | null) => void
  /** Whether the email goes to students. */
  isToStudents: boolean
}

/** Renders an email as it would be sent, with the typed text and the values of a student or an invented person. */
export const TemplatePreview = (props: PreviewProps) => {
  const { kind, schoolId, student, onStudent, isToStudents } = props
  const [view, setView] = useState<View>('desktop')
  const [theme, setTheme] = useState<'light' | 'dark'>('light')
  const { preview, problem, isOld } = useTemplatePreview(props)
  const labels = new Map(mergeFieldsOf(kind).map(({ name, label }) => [name, label]))
  const empty = [...new Set(preview?.empty_fields)].map((name) => labels.get(name) ?? name)
  return (
    <section
      aria-label="Preview"
      className="flex min-w-0 flex-col gap-3 p-4 xl:sticky xl:top-12 xl:max-h-[calc(100dvh-4rem)] xl:overflow-y-auto"
    >
      {isToStudents && (
        <StudentChoice placeholder="Sample student" {...{ schoolId, student }} onChange={onStudent} />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Segmented label="View" options={views} value={view} onChange={setView} />
        {view !== 'text' && <Segmented label="Colors" options={themes} value={theme} onChange={setTheme} />}
      </div>
      <output className="text-label text-warning-text empty:hidden">
        {problem ?? (empty.length > 0 ? `Empty for this student: ${formatList(empty)}.` : null)}
      </output>
      {preview ? (
        <div className="overflow-hidden rounded-card shadow-line" aria-busy={isOld}>
          <p className="border-b border-line bg-sunken px-4 py-2.5 font-medium break-words">
            <span className="sr-only">Subject: </span>
            {preview.subject}
          </p>
          {view === 'text' ? (
            <pre className="overflow-x-auto p-4 font-mono text-label whitespace-pre-wrap">{preview.text}</pre>
          ) : (
            <EmailFrame html={preview.html} title="Email preview" width={widths[view]} theme={theme} />
          )}
        </div>
      ) : (
        problem === null && <Skeleton className="h-96" />
      )}
    </section>
  )
}

/** Returns the text to preview: of a language without one it’s the English text, as in the emails. */
const shownText = (values: TemplateValues, language: Language) => {
  const content = contentIn(values)
  const shown = isEmptyText(textIn(values, language)) ? 'en' : language
  const { subject, html, text } = shown === 'en' ? content : (content.translations[shown] ?? content)
  return { shown, body: { subject: subject.trim(), html, text, language: shown } }
}

/** Loads the preview of the typed text when typing pauses, and keeps the one before until then. */
const useTemplatePreview = ({ kind, schoolId, language, student }: PreviewProps) => {
  const form = f.useForm()
  useWatch({ control: form.control })
  const studentPeriod = useLatestPeriod(student)
  const { shown, body } = shownText(form.getValues(), language)
  const isReady = ![body.subject, body.html.trim()].includes('') && studentPeriod !== undefined
  const request = {
    ...body,
    kind,
    school_id: schoolId ?? student?.school_id ?? null,
    student_period_id: studentPeriod ?? null,
  }
  const { preview, error } = usePreview<EmailPreview>({
    key: useDeferredValue(isReady ? JSON.stringify(request) : null),
    read: (signal) => call(previewEmail, { body: request }, { signal }),
    readIn: () => null,
    wait: 300,
  })
  const last = useLast(preview)
  return {
    preview: isReady ? last : null,
    isOld: preview === null,
    problem: problemOf({ isReady, isWithout: shown !== language, language, error: error?.message ?? null }),
  }
}

/** Returns the latest value that isn’t null. */
const useLast = <T,>(value: T | null): T | null => {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

interface PreviewState {
  readonly isReady: boolean
  /** Whether English is shown because the language has no text. */
  readonly isWithout: boolean
  readonly language: Language
  readonly error: string | null
}

const problemOf = ({ isReady, isWithout, language, error }: PreviewState): string | null => {
  if (error !== null) return `The preview couldn’t be loaded. ${error}`
  if (!isReady) return 'Enter a subject and a text to see the preview.'
  return isWithout
    ? `There’s no text in ${languageLabels[language]}, so students get the English text.`
    : null
}
