import { useState, type ReactNode } from 'react'
import type { CoverageForStudent, FormForStudent } from '#contract/review/student-status/shapes.ts'
import { dayInWords, dollars, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { AppealForm } from './appeal-form.tsx'
import type { StatusCalls } from './calls.ts'
import { Reasons } from './reasons.tsx'
import { takeFocus } from './take-focus.ts'

interface CoverageCardProps {
  line: CoverageForStudent
  forms: readonly FormForStudent[]
  calls: StatusCalls
  language: SiteLanguage
  fixHref: (formType: 'enroll' | 'waiver', formId: number, token: string) => string
  /** Returns the path of a form. */
  formHref: (formType: 'enroll' | 'waiver') => string
  onChange: () => Promise<void>
}

/** Renders what a coverage is now, since when, what is missing and what happens otherwise, with what the student can do. */
export const CoverageCard = (props: CoverageCardProps) => {
  const { line, language } = props
  const words = useWords()
  const isUrgent = line.kind === 'action_needed'
  return (
    <section className="site-card site-stack" {...(isUrgent ? { 'data-tone': 'warning' } : {})}>
      <h2>
        {words.coverages[line.coverage_type]}: {words.kinds[line.kind]}
      </h2>
      {line.since !== null && <p className="site-quiet">{words.since(dayInWords(line.since, language))}</p>}
      <Asked line={line} language={language} />
      <WhyDeclined {...props} />
      {line.otherwise !== null && (
        <p>
          {words.otherwise(
            dayInWords(line.otherwise.on, language),
            line.otherwise.premium === null ? null : dollars(line.otherwise.premium, language),
          )}
        </p>
      )}
      <CoverageFacts line={line} language={language} />
      <CoverageActs {...props} />
    </section>
  )
}

const Asked = ({ line: { asked }, language }: Pick<CoverageCardProps, 'line' | 'language'>) => {
  const words = useWords()
  if (!asked) return null
  return (
    <>
      <Reasons outcome="needs_fix" decision={asked} language={language} />
      {asked.respond_by !== null && (
        <p>
          <b>{words.send_by(dayInWords(asked.respond_by, language))}</b>
        </p>
      )}
    </>
  )
}

const WhyDeclined = ({ line, forms, language }: Pick<CoverageCardProps, 'line' | 'forms' | 'language'>) => {
  if (line.kind !== 'waiver_declined') return null
  // the newest form comes first
  const decision = forms
    .flatMap(({ decisions }) => decisions)
    .find((one) => one.coverage_type === line.coverage_type && one.outcome === 'declined')
  return decision && <Reasons outcome="declined" decision={decision} language={language} />
}

const CoverageFacts = ({ line, language }: Pick<CoverageCardProps, 'line' | 'language'>) => {
  const words = useWords()
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.covers, line.tier && words.tiers[line.tier]],
    [words.dates, spanOf(line, language, words.from_to)],
    [words.premium, line.premium && dollars(line.premium, language)],
    [words.billed_by, line.billed_by && words.billers[line.billed_by]],
  ]
  const known = facts.filter(([, value]) => value !== null)
  return (
    <>
      {known.length > 0 && (
        <dl className="site-facts">
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {line.reverify_on !== null && <p>{words.check_again(dayInWords(line.reverify_on, language))}</p>}
    </>
  )
}

const spanOf = (
  { starts_on: from, ends_on: to }: CoverageForStudent,
  language: SiteLanguage,
  fromTo: (from: string, to: string) => string,
): string | null =>
  from === null || to === null ? null : fromTo(dayInWords(from, language), dayInWords(to, language))

const CoverageActs = (props: CoverageCardProps) => {
  const { line, forms, calls, language, fixHref, formHref, onChange } = props
  const words = useWords()
  const [isAppealing, setAppealing] = useState(false)
  const { appeal, asked } = line
  const fixed = forms.find(({ id }) => id === asked?.form_id)
  if (isAppealing && appeal) return <AppealForm formId={appeal.form_id} {...{ calls, language, onChange }} />
  return (
    <div className="site-acts">
      {line.kind === 'not_started' && <Starts formHref={formHref} />}
      {fixed?.can_fix && (
        <Act
          label={words.fix}
          run={async () => {
            window.location.assign(fixHref(fixed.form_type, fixed.id, await calls.tokenOf(fixed.id)))
          }}
        />
      )}
      {appeal && (
        <>
          <button type="button" className="site-act" data-quiet="" onClick={() => setAppealing(true)}>
            {words.appeal}
          </button>
          <span className="site-quiet">{words.appeal_until(dayInWords(appeal.until, language))}</span>
        </>
      )}
      {line.can_decline && <Decline line={line} calls={calls} onChange={onChange} />}
    </div>
  )
}

const Starts = ({ formHref }: Pick<CoverageCardProps, 'formHref'>) => {
  const words = useWords()
  return (
    <>
      <a className="site-act" href={formHref('waiver')}>
        {words.i_have_insurance}
      </a>
      <a className="site-act" data-quiet="" href={formHref('enroll')}>
        {words.enroll_me}
      </a>
    </>
  )
}

/** Asks once before a coverage is declined. */
const Decline = ({ line, calls, onChange }: Pick<CoverageCardProps, 'line' | 'calls' | 'onChange'>) => {
  const words = useWords()
  // null until it was asked
  const [isAsking, setAsking] = useState<boolean | null>(null)
  const label = words.decline[line.coverage_type]
  if (!isAsking)
    return (
      <button
        ref={isAsking === null ? undefined : takeFocus}
        type="button"
        className="site-act"
        data-quiet=""
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
    )
  return (
    <>
      <p ref={takeFocus} tabIndex={-1}>
        {words.decline_sure}
      </p>
      <Act
        label={label}
        run={async () => {
          await calls.decline(line.coverage_type)
          await onChange()
        }}
      />
      <button type="button" className="site-act" data-quiet="" onClick={() => setAsking(false)}>
        {words.back}
      </button>
    </>
  )
}

/** Renders a button that says so if its act fails. */
const Act = ({ label, run }: { label: string; run: () => Promise<void> }) => {
  const words = useWords()
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const act = async (): Promise<void> => {
    setState('busy')
    try {
      await run()
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <button type="button" className="site-act" disabled={state === 'busy'} onClick={() => void act()}>
        {label}
      </button>
      {state === 'failed' && (
        <span className="site-error" role="alert">
          {words.try_again}
        </span>
      )}
    </>
  )
}
