import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteFieldInput } from './field.tsx'
import { SiteNotice } from './frame.tsx'
import { OfficeText, SiteText } from './text.tsx'
import { useWords } from './words/words.ts'

type Notice = FormPage['notices'][number]

/** Renders the notices of a form for one place. */
export const FormNotices = ({ notices, place }: { notices: readonly Notice[]; place: Notice['place'] }) =>
  notices
    .filter((notice) => notice.place === place)
    .map(({ key, tone, body }) => (
      <SiteNotice key={key} tone={tone}>
        <SiteText html={body} />
      </SiteNotice>
    ))

/** Renders the title of a form and its introduction. */
export const FormIntro = ({ page }: { page: FormPage }) => {
  const words = useWords()
  return (
    <div className="site-stack">
      <h1>
        <OfficeText text={page.title ?? words.form_titles[page.kind]} />
      </h1>
      <SiteText html={page.intro} />
    </div>
  )
}

const nothing = (): void => undefined

/** Renders all steps of a form at once, as its editor shows it. */
export const FormPreview = ({ page, isOpen }: { page: FormPage; isOpen: boolean }) => {
  const words = useWords()
  return (
    <>
      <FormIntro page={page} />
      <FormNotices notices={page.notices} place="top" />
      {!isOpen && <p className="site-quiet">{words.form_closed}</p>}
      <fieldset disabled className="site-stack">
        <legend className="sr-only">{words.form_titles[page.kind]}</legend>
        {page.steps.map(({ key, title, body, fields }, index) => (
          <section key={key} className="site-card site-stack">
            <h2>
              {index + 1}. <OfficeText text={title} />
            </h2>
            <SiteText html={body} />
            <div className="site-fields">
              {fields.map((field) => (
                <SiteFieldInput key={field.name} field={field} value="" onChange={nothing} />
              ))}
            </div>
          </section>
        ))}
        {page.attestations.map(({ key, label }) => (
          <label key={key} className="site-check">
            <input type="checkbox" />
            <span>
              <OfficeText text={label} />
            </span>
          </label>
        ))}
        <FormNotices notices={page.notices} place="before_sending" />
        <div>
          <button type="button" className="site-act">
            {words.submit}
          </button>
        </div>
      </fieldset>
    </>
  )
}
