import { useEffect, useState } from 'react'
import type { FormKind } from '#contract/setup/period-documents/form-fields.ts'
import type { OpenSite, SiteForm } from '#contract/setup/site/shapes.ts'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import { reasonMessage, reasonsFor } from '#contract/review/decisions/reasons.ts'
import { emptyForm, typedOf, typedOfSigned, type TypedForm } from '#client/review/student-forms/answers.ts'
import type { FormFix } from '#client/review/student-forms/steps.ts'
import type { StatusCalls } from '#client/review/student-status/calls.ts'
import { StatusPage } from '#client/review/student-status/status-page.tsx'
import { StudentForm } from '#client/review/student-forms/student-form.tsx'
import { FormIntro, FormNotices } from '#client/setup/site/form.tsx'
import { renderSavedText } from '#client/setup/site/saved-text.tsx'
import { EnglishTextsContext, SiteTextContext } from '#client/setup/site/text.tsx'
import {
  dayInWords,
  SiteLanguageContext,
  useWords,
  type SiteLanguage,
} from '#client/setup/site/words/words.ts'
import { useIsLive } from '#client/setup/site/live-form.tsx'
import { AskOffice, type LivePage } from './site-content.tsx'
import { formCalls, openForm, statusCalls } from './site-calls.ts'

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
      <EnglishTextsContext value={new Set(formTextsInEnglish(site))}>
        {page === 'status' ? (
          <StatusOf site={site} language={language} />
        ) : (
          <FormPageOf site={site} kind={page} language={language} />
        )}
      </EnglishTextsContext>
    </SiteTextContext>
  </SiteLanguageContext>
)

const formTextsInEnglish = ({ forms: { enroll, waive } }: OpenSite): readonly string[] =>
  [enroll, waive].flatMap((form) => form?.texts_in_english ?? [])

interface FormPageOfProps {
  site: OpenSite
  kind: FormKind
  language: SiteLanguage
}

const FormPageOf = ({ site, kind, language }: FormPageOfProps) => {
  const words = useWords()
  const form = site.forms[kind]
  // what was asked for can be sent after the form closed
  const isFixed = useIsLive() && fragment().fixed !== null
  const closed = form ? (isFixed ? null : closedText(form, language, words)) : words.form_missing
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

/** What the fragment of the address opens: no server, log or referrer sees it. */
const fragment = (): {
  readonly saved: string | null
  readonly fixed: readonly [id: number, token: string] | null
} => {
  const [, saved] = /[#&]form=([\w-]{43})/.exec(window.location.hash) ?? []
  const [, id, token] = /[#&]fix=(\d+)\.([\w-]{43})/.exec(window.location.hash) ?? []
  return { saved: saved ?? null, fixed: token === undefined ? null : [Number(id), token] }
}

interface Opened {
  readonly typed: TypedForm
  readonly token: string | null
  readonly fix: FormFix | null
}

const openSaved = async (token: string, { page }: SiteForm): Promise<Opened | null> => {
  const saved = await openForm(token)
  return saved.progress === 'in_progress'
    ? { typed: typedOf(page, saved.form, saved.files, saved.companies), token, fix: null }
    : null
}

/** Opens a form that was sent with what staff asked for in it. The student’s session says what they signed. */
const openFix = async (
  [id, token]: readonly [number, string],
  { page }: SiteForm,
  { calls, language }: { readonly calls: StatusCalls; readonly language: SiteLanguage },
): Promise<Opened | null> => {
  const status = await calls.read()
  const form = status?.forms.find((one) => one.id === id)
  const asked = status?.coverages.flatMap((line) => (line.asked?.form_id === id ? [line.asked] : [])) ?? []
  if (!form || asked.length === 0) return null
  const codes = asked.flatMap(({ reason_codes }) => reason_codes)
  const reasons = codes.flatMap((code) => reasonsFor.utp[code] ?? [])
  const notes = asked.map(({ note }) => note ?? '')
  const fix = {
    messages: [...codes.map((code) => reasonMessage('utp', code, language) ?? ''), ...notes].filter(Boolean),
    needsFiles: reasons.some((reason) => reason.fix === 'file'),
    needsAnswers: reasons.some((reason) => reason.fix === 'answer') || reasons.length === 0,
  }
  return { typed: typedOfSigned(page, form.content), token, fix }
}

interface OpenFormProps {
  site: OpenSite
  form: SiteForm
  language: SiteLanguage
}

/** Opens a form: the one that the address names, or an empty one. */
const OpenForm = ({ site, form, language }: OpenFormProps) => {
  const words = useWords()
  const empty = {
    typed: emptyForm(site.plans.map(({ coverage_type }) => coverage_type)),
    token: null,
    fix: null,
  }
  const [opened, setOpened] = useState<Opened | 'ended'>(empty)
  const [calls] = useState(() => formCalls(site.period.id))
  const periodId = site.period.id
  useEffect(() => {
    const { saved, fixed } = fragment()
    if (saved === null && fixed === null) return
    const opening = fixed
      ? openFix(fixed, form, { calls: statusCalls(periodId), language })
      : openSaved(saved ?? '', form)
    void opening.then(
      (found) => setOpened(found ?? 'ended'),
      () => setOpened('ended'),
    )
  }, [form, language, periodId])
  if (opened === 'ended')
    return (
      <div className="site-stack">
        <FormIntro page={form.page} />
        <p className="site-callout" role="alert">
          {words.link_ended}
        </p>
        <div>
          <button type="button" className="site-act" onClick={() => setOpened(empty)}>
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
      fix={opened.fix}
    />
  )
}

/** Takes the token of a form out of the address, so that it isn’t kept in the browser’s history. */
const takeToken = (): string | null => {
  const { saved } = fragment()
  if (saved !== null) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return saved
}

const formHref = (formType: FormType): string =>
  window.location.pathname.replace(/\/status$/, formType === 'enroll' ? '/enroll' : '/waive')

const fixHref = (formType: FormType, id: number, token: string): string =>
  `${formHref(formType)}#fix=${id}.${token}`

const StatusOf = ({ site, language }: { site: OpenSite; language: SiteLanguage }) => {
  const [calls] = useState(() => statusCalls(site.period.id))
  const { enroll, waive } = site.forms
  const pages = { ...(enroll && { enroll: enroll.page }), ...(waive && { waiver: waive.page }) }
  return <StatusPage {...{ calls, language, takeToken, formHref, fixHref, pages }} />
}
