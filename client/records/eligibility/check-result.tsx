import { FlaskConical } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { isAdmin } from '#contract/platform/access.ts'
import { checkCauseLabels, variationLabels } from '#contract/review/verifications/choices.ts'
import type {
  EligibilityReport,
  Payer,
  VerificationRequest,
  VerifiedPlan,
} from '#contract/review/verifications/shapes.ts'
import { takenValuesOf } from '#contract/review/verifications/taken-values.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Facts } from '#client/platform/ui/text/facts.tsx'
import { formatCount, formatDay, formatMoney } from '#client/platform/lib/format.ts'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { isExpected, isPending, statusLook } from './check-look.ts'
import { amountsText, datesText } from './plan-text.ts'
import { OpenQuestions, ReportedPlans } from './result-basis.tsx'
import { RawText } from './raw-text.tsx'
import { TakeOver } from './take-over.tsx'

interface CheckResultProps {
  check: EligibilityReport
  /** What was checked. */
  title: string
  action?: ReactNode
}

/** Renders an eligibility check: what it came to and what to do next, the plan, and on demand how it was found out. */
export const CheckResult = ({ check, title, action }: CheckResultProps) => {
  const titleId = useId()
  const mayAct = isAdmin(useUser())
  const facts = factsOf(check)
  return (
    <article
      aria-labelledby={titleId}
      data-focus-group
      className="flex flex-col gap-3 rounded-card px-4 pt-3.5 pb-3 shadow-line"
    >
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={titleId} className="font-medium">
              {title}
            </h2>
            <CheckPill check={check} />
          </div>
          <AskedBy check={check} />
        </div>
        {action}
      </div>
      <Verdict check={check} />
      <OpenQuestions check={check} />
      {facts.length > 0 && <Facts facts={facts} />}
      {/* without a gap: each fold has a height of its own */}
      <div className="-mx-2 flex flex-col empty:hidden">
        <ReportedPlans check={check} />
        {check.attempts.length > 0 && <Attempts attempts={check.attempts} />}
        {mayAct && Object.keys(takenValuesOf(check)).length > 0 && <TakeOver check={check} />}
        {mayAct && check.attempts.length > 0 && <RawText check={check.id} />}
      </div>
    </article>
  )
}

/** Renders what a check came to as words and an icon. */
export const CheckPill = ({ check }: { check: Pick<EligibilityReport, 'status'> }) => {
  const { label, tone, icon, isSettled } = statusLook(check.status)
  return (
    <Pill tone={tone} icon={icon} quiet={isSettled}>
      {label}
    </Pill>
  )
}

/** Seconds between question and answer that are worth a mention. */
const longWait = 60

const AskedBy = ({ check }: { check: EligibilityReport }) => {
  const { requested_by: person, cause, created_at, retrieved_at, is_simulated, cost_cents } = check
  const waited = new Date(retrieved_at ?? created_at).getTime() - new Date(created_at).getTime()
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-label text-ink-2">
      <span>
        {person ? `Requested by ${person.name}` : checkCauseLabels[cause]}, <Ago at={created_at} />
      </span>
      {retrieved_at !== null && waited > longWait * 1000 && (
        <span>
          Answered <Ago at={retrieved_at} />
        </span>
      )}
      {!isPending(check) && (
        <span className="tabular">Cost {formatMoney((cost_cents / 100).toFixed(2))}</span>
      )}
      {is_simulated && (
        <Pill quiet tone="violet" icon={FlaskConical}>
          Simulated result
        </Pill>
      )}
    </p>
  )
}

/** Renders the result as a sentence, and what staff do next. */
const Verdict = ({ check }: { check: EligibilityReport }) => {
  if (isPending(check))
    return (
      <output className="block text-ink-2">
        {isExpected(check)
          ? 'Waiting for the insurance company’s response…'
          : 'The insurance company hasn’t responded yet. Shipmate keeps checking.'}
      </output>
    )
  return (
    <p className="text-pretty break-words">
      {check.message}
      {check.next_step !== null && <span className="text-ink-2"> {check.next_step}</span>}
    </p>
  )
}

type Fact = readonly [label: string, value: ReactNode]

const factsOf = (check: EligibilityReport): Fact[] =>
  [
    ['Insurance company', check.payer && payerText(check.payer)],
    ...planFacts(check.plan),
    ['Deductible', amountsText(check.deductible)],
    ['Out-of-pocket maximum', amountsText(check.out_of_pocket_max)],
    ['Other insurance companies', check.other_payers.map(payerText).join('\n')],
  ].flatMap(([label, value]): Fact[] => (label && value ? [[label, value]] : []))

const planFacts = (plan: VerifiedPlan | null): (readonly [string, string | null])[] =>
  plan === null
    ? []
    : [
        ['Plan', plan.name],
        ['Plan type', plan.type],
        ['Group number', plan.group_number],
        ['Plan dates', datesText(plan)],
        ['Premium paid through', plan.premium_paid_to && formatDay(plan.premium_paid_to)],
      ]

const payerText = ({ name, id }: Payer): string => (id === '' ? name : `${name} (${id})`)

/** Renders how the payer was asked, in order. */
const Attempts = ({ attempts }: { attempts: readonly VerificationRequest[] }) => (
  <Disclosure
    summary={
      <span className="text-label font-medium text-ink-2">{formatCount(attempts.length, 'attempt')}</span>
    }
  >
    <ol aria-label="Attempts" className="mt-1 mb-2 ml-8 flex flex-col gap-2 pr-2">
      {attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} />
      ))}
    </ol>
  </Disclosure>
)

const Attempt = ({ attempt }: { attempt: VerificationRequest }) => {
  const { variation, payer, status, message, latency_ms: latency } = attempt
  const { label, tone, icon } = statusLook(status)
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span>{variationLabels[variation]}</span>
        <Pill quiet tone={tone} icon={icon}>
          {label}
        </Pill>
      </p>
      <p className="text-label break-words text-ink-2">
        {[payerText(payer), latency === null ? null : latencyText(latency), message]
          .filter((text) => text)
          .join(' · ')}
      </p>
    </li>
  )
}

/** Writes how long an answer took: '340 ms', '2.1 s'. */
const latencyText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`
