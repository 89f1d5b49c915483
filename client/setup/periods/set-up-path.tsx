import type { LinkProps } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Check } from '#contract/setup/periods/set-up.ts'
import type { Period } from '#contract/setup/periods/shapes.ts'
import { placeOfDocument } from '#client/setup/period-documents/document-places.ts'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { formatAgo, formatCount, formatList, formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { Disclosure } from '#client/platform/ui/text/disclosure.tsx'
import { IssueList, LinkCheckLine } from './set-up-issues.tsx'
import { nextStep, stepDocuments, stepTitles, stepTopics, type Step } from './set-up-steps.ts'
import { isIssue } from './urgent-check.ts'

const LastYearDialog = lazyDialog(async () => (await import('./last-year-dialog.tsx')).LastYearDialog)

interface SetUpPathProps {
  place: SetUpPlace
  period: Period
  checks: readonly Check[]
  steps: readonly Step[]
  /** Shown above the steps. */
  children?: ReactNode
}

/** Renders the setup as steps: what is done, what is left in each, who saved it last, and where to go next. */
export const SetUpPath = ({ place, period, checks, steps, children }: SetUpPathProps) => {
  // never stops a year from opening
  const notCurrent = checks.filter((one) => !isIssue(one))
  const next = nextStep(steps)
  return (
    <section aria-labelledby="steps" className="pb-8">
      <h2 id="steps" className="mb-3 text-section font-semibold">
        Steps
      </h2>
      {notCurrent.length === checks.length && (
        <EmptyState compact icon={CircleCheck} title="Setup complete">
          Shipmate checked the dates, premiums, pages and unpublished changes.
        </EmptyState>
      )}
      {children}
      <ol className="flex flex-col gap-2">
        {steps.map((step, index) => (
          <StepCard key={step.key} {...{ place, step, period }} number={index + 1} isNext={step === next} />
        ))}
      </ol>
      <LinkCheckLine periodId={place.period} />
      {notCurrent.length > 0 && (
        <Disclosure
          className="mt-3 rounded-card shadow-control"
          summary={
            <h3 className="font-medium">Missing or outdated Spanish, {formatNumber(notCurrent.length)}</h3>
          }
        >
          <div className="border-t border-line px-3 py-1">
            <IssueList place={place} issues={notCurrent} />
          </div>
        </Disclosure>
      )}
    </section>
  )
}

interface StepCardProps {
  place: SetUpPlace
  period: Period
  step: Step
  number: number
  isNext: boolean
}

const StepCard = ({ place, period, step, number, isNext }: StepCardProps) => (
  <li
    aria-current={isNext ? 'step' : undefined}
    className={cx(
      'flex gap-3 rounded-card p-3',
      isNext ? 'shadow-[0_0_0_1.5px_var(--accent)]' : 'shadow-control',
    )}
  >
    <StepMark step={step} number={number} />
    <div className="min-w-0 flex-1">
      <div className="flex items-center gap-x-3">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{stepTitles[step.key]}</h3>
          <p className="tabular text-ink-2">{[stateOf(step, period), ...savedBy(step)].join(' · ')}</p>
        </div>
        <StepAction {...{ place, step, isNext }} />
      </div>
      {step.key === 'texts' ? (
        <LastYearTexts {...{ place, isNext }} issues={step.issues} />
      ) : (
        <Issues place={place} issues={step.issues} />
      )}
    </div>
  </li>
)

/** Renders the number of issues left in a step, a check mark, or the step’s number. */
const StepMark = ({ step: { isDone, issues }, number }: { step: Step; number: number }) => {
  const look = 'tabular flex size-6 shrink-0 items-center justify-center rounded-full text-label font-medium'
  if (isDone)
    return (
      <span className={cx(look, 'bg-success-soft text-success-text')}>
        <CircleCheck size={15} aria-hidden />
        <span className="sr-only">Step {number}, done</span>
      </span>
    )
  return (
    <span
      className={cx(
        look,
        issues.length > 0 ? 'bg-warning-soft text-warning-text' : 'bg-neutral-soft text-ink-2',
      )}
    >
      <span className="sr-only">Step </span>
      {number}
    </span>
  )
}

/** Returns who saved or published last in a step, and when; nothing if no one has. */
const savedBy = ({ latest }: Step): string[] =>
  latest === null ? [] : [`${latest.by === null ? '' : `${latest.by.name}, `}${formatAgo(latest.at)}`]

/** Returns the state of a step as a sentence. */
const stateOf = ({ key, isDone, issues }: Step, { state, students }: Period): string => {
  if (key === 'open') return openText(state, students)
  if (key === 'texts') return `${formatCount(issues.length, 'text')} still from last year`
  if (issues.length > 0) return `${formatNumber(issues.length)} left`
  return isDone ? 'Done' : 'Not started'
}

const openText = (state: Period['state'], students: number): string => {
  if (state === 'closed') return 'Closed'
  return state === 'open'
    ? `Open for ${formatCount(students, 'student')}`
    : 'Draft. Students can’t use it yet.'
}

/** Renders the link to the screen of a step. Publishing and opening are in the header. */
const StepAction = ({ place, step: { key }, isNext }: { place: SetUpPlace; step: Step; isNext: boolean }) => {
  const [document] = stepDocuments[key]
  const to = document === undefined ? null : placeOfDocument(place.school, place.period, document)
  if (to === null) return null
  return (
    // The path is built from the place; the router checks it at run time.
    <LinkButton
      to={to as NonNullable<LinkProps['to']>}
      hash={stepTopics[key] ?? ''}
      size="sm"
      variant={isNext ? 'primary' : 'secondary'}
      aria-label={`${isNext ? 'Next' : 'Edit'}: ${stepTitles[key]}`}
    >
      {isNext ? 'Next' : 'Edit'}
    </LinkButton>
  )
}

/** Issues shown at once; the others are behind a line. */
const shown = 3

const Issues = ({ place, issues }: { place: SetUpPlace; issues: readonly Check[] }) => {
  const more = issues.slice(shown)
  return (
    <div className="pt-1 empty:hidden">
      {issues.length > 0 && (
        <IssueList place={place} issues={issues.slice(0, more.length > 1 ? shown : issues.length)} />
      )}
      {more.length > 1 && (
        <Disclosure
          summary={<span className="text-label font-medium">{formatNumber(more.length)} more</span>}
        >
          <IssueList place={place} issues={more} />
        </Disclosure>
      )}
    </div>
  )
}

interface LastYearTextsProps {
  place: SetUpPlace
  issues: readonly Check[]
  isNext: boolean
}

const LastYearTexts = ({ place, issues, isNext }: LastYearTextsProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <p>{formatList([...new Set(issues.map(({ label }) => label))])}</p>
      <div className="pt-2">
        <Button size="sm" variant={isNext ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
          Replace in {formatCount(issues.length, 'place')}…
        </Button>
      </div>
      <Disclosure className="pt-1" summary={<span className="text-label font-medium">Review each</span>}>
        <IssueList place={place} issues={issues} />
      </Disclosure>
      {isOpen && <LastYearDialog periodId={place.period} onClose={() => setOpen(false)} />}
    </>
  )
}
