import { useEffect, useState } from 'react'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { OpenSite, SiteForm } from '#contract/setup/site/shapes.ts'
import { emptyForm, typedOf, type TypedForm } from '#client/review/student-forms/answers.ts'
import { StudentForm } from '#client/review/student-forms/student-form.tsx'
import { FormIntro, FormNotices } from '#client/setup/site/form.tsx'
import { renderSavedText } from '#client/setup/site/saved-text.tsx'
import { SiteTextContext } from '#client/setup/site/text.tsx'
import {
  dayInWords,
  SiteLanguageContext,
  useWords,
  type SiteLanguage,
} from '#client/setup/site/words/words.ts'
import { AskOffice, type LivePage } from './site-content.tsx'
import { formCalls, openForm } from './site-calls.ts'

/** What a page with JavaScript is made from, on the server and in the browser. */
export interface LivePageData {
  readonly site: OpenSite
  readonly page: LivePage
  readonly language: SiteLanguage
}

/** Renders a page of the site that needs JavaScript: a form, or the student’s status. */
export const LiveSitePage = ({ site, page, language }: LivePageData) => (
  <SiteLanguageContext value={language}>
    <SiteTextContext value={renderSavedText}>
      {page === 'status' ? null : <FormPageOf site={site} kind={page} language={language} />}
    </SiteTextContext>
  </SiteLanguageContext>
)

interface FormPageOfProps {
  site: OpenSite
  kind: FormKind
  language: SiteLanguage
}

const FormPageOf = ({ site, kind, language }: FormPageOfProps) => {
  const words = useWords()
  const form = site.forms[kind]
  const closed = form ? closedText(form, language, words) : words.form_missing
  if (!form || closed !== null)
    return (
      <div className="site-stack">
        {form ? <FormIntro page={form.page} /> : <h1>{words.form_titles[kind]}</h1>}
        {form && <FormNotices notices={form.page.notices} place="after_deadline" />}
        <p className="site-callout">{closed}</p>
        <AskOffice school={site.school} />
      </div>
    )
  return <OpenForm site={site} form={form} language={language} />
}

const closedText = (
  form: SiteForm,
  language: SiteLanguage,
  words: ReturnType<typeof useWords>,
): string | null => {
  if (form.state === 'not_yet') return words.form_not_yet(dayInWords(form.opens_on ?? '', language))
  return form.state === 'closed' ? words.form_closed : null
}

/** The token of a saved form, from the fragment of the address: no server and no log sees it. */
const tokenInAddress = (): string | null => /[#&]form=([\w-]{43})/.exec(window.location.hash)?.[1] ?? null

interface Opened {
  readonly typed: TypedForm
  readonly token: string | null
}

/** Opens a form: the one whose token is in the address, or an empty one. */
const OpenForm = ({ site, form, language }: { site: OpenSite; form: SiteForm; language: SiteLanguage }) => {
  const words = useWords()
  const start = emptyForm(site.plans.map(({ coverage_type }) => coverage_type))
  const [opened, setOpened] = useState<Opened | 'ended'>({ typed: start, token: null })
  const calls = formCalls(site.period.id)
  useEffect(() => {
    const token = tokenInAddress()
    if (token === null) return
    void openForm(token).then(
      (saved) =>
        setOpened(
          saved.progress === 'in_progress'
            ? { typed: typedOf(form.page, saved.form, saved.files, saved.companies), token }
            : 'ended',
        ),
      () => setOpened('ended'),
    )
  }, [form])
  if (opened === 'ended')
    return (
      <div className="site-stack">
        <FormIntro page={form.page} />
        <p className="site-callout" role="alert">
          {words.link_ended}
        </p>
        <div>
          <button type="button" className="site-act" onClick={() => setOpened({ typed: start, token: null })}>
            {words.start_over}
          </button>
        </div>
      </div>
    )
  return (
    <StudentForm
      key={opened.token ?? 'new'}
      {...{ site, form, language, calls }}
      start={opened.typed}
      token={opened.token}
    />
  )
}
