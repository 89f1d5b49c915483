import type { Content } from '#contract/platform/document.ts'
import {
  formFieldsOf,
  type FormFieldChoice,
  type FormKind,
} from '#contract/setup/period-documents/form-fields.ts'
import { optionFields, type Notice, type Options } from '#contract/setup/period-documents/dropdowns.ts'
import type { enrollForm, enrollFormIntro, FormField } from '#contract/setup/period-documents/forms.ts'
import { SiteNotice } from './frame.tsx'
import { SiteText } from './text.tsx'

interface FormSiteProps {
  kind: FormKind
  content: Content<(typeof enrollForm)['content']['shape']>
  intro: Content<(typeof enrollFormIntro)['content']['shape']>
  /** The options of a period, and the notices of the form. */
  options: Options | null
  notices: readonly Notice[]
  /** A preview shows the form without sending it. */
  isPreview?: boolean
}

const Notices = ({ notices, place }: { notices: readonly Notice[]; place: Notice['place'] }) =>
  notices
    .filter((notice) => notice.place === place && notice.body !== '')
    .map(({ key, tone, body }) => (
      <SiteNotice key={key} tone={tone}>
        <SiteText html={body} />
      </SiteNotice>
    ))

const titles: Record<FormKind, string> = { enroll: 'Enroll', waive: 'Waive coverage' }

/** Renders a form of the student website with all of its steps. */
export const FormSite = ({ kind, content, intro, options, notices, isPreview = false }: FormSiteProps) => {
  const asked = new Map(formFieldsOf(kind).map((one) => [one.name, one]))
  return (
    <>
      <div className="site-stack">
        <h1>{intro.title || titles[kind]}</h1>
        <SiteText html={intro.body} />
      </div>
      <Notices notices={notices} place="top" />
      {!content.is_open && <p className="site-quiet">This form is closed.</p>}
      <fieldset disabled={isPreview} className="site-stack">
        <legend className="sr-only">{titles[kind]}</legend>
        {content.steps.map(({ key, title, body, fields }, index) => (
          <section key={key} className="site-card site-stack">
            <h2>
              {index + 1}. {title}
            </h2>
            <SiteText html={body} />
            <div className="site-fields">
              {fields.map((field) => (
                <SiteField key={field.key} field={field} asked={asked.get(field.name)} options={options} />
              ))}
            </div>
          </section>
        ))}
        {content.attestations.map(({ key, label }) => (
          <label key={key} className="site-check">
            <input type="checkbox" />
            <span>{label}</span>
          </label>
        ))}
        <Notices notices={notices} place="before_sending" />
        <div>
          <button type="button" className="site-act">
            Submit
          </button>
        </div>
      </fieldset>
    </>
  )
}

interface SiteFieldProps {
  field: FormField
  asked: FormFieldChoice | undefined
  options: Options | null
}

const SiteField = ({ field, asked, options }: SiteFieldProps) => {
  const choices = choicesOf(field.name, asked, options)
  return (
    <label
      className="site-field"
      {...(!choices && asked?.field.format === 'lines' ? { 'data-wide': '' } : {})}
    >
      <span>
        {field.label || asked?.field.label || 'Choose a field'}
        {!field.is_required && <span className="site-quiet"> (optional)</span>}
      </span>
      {choices ? (
        <select>
          <option value="">Select</option>
          {choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input type={typeOf(asked)} autoComplete="off" />
      )}
      {field.help && <span className="site-quiet">{field.help}</span>}
    </label>
  )
}

const typeOf = (asked: FormFieldChoice | undefined): string =>
  asked?.field.kind === 'date' ? 'date' : 'text'

const yesNo = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** Returns the choices of a field: the period's options, the field's own choices, or yes and no. */
const choicesOf = (
  name: string,
  asked: FormFieldChoice | undefined,
  options: Options | null,
): readonly (readonly [string, string])[] | null => {
  const field = optionFields.find((one) => one === name)
  const offered = field && options ? options[field].filter(({ is_retired }) => !is_retired) : []
  if (offered.length > 0) return offered.map(({ value }) => [value, value])
  if (asked?.field.kind === 'boolean') return yesNo
  return asked?.field.choices?.map((value) => [value, asked.field.choiceLabels?.[value] ?? value]) ?? null
}
