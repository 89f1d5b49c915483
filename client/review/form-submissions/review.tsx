import { Link, useParams } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, User } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formTypeLabels, highRisk, matchMethodLabels } from '#contract/review/form-submissions/choices.ts'
import type { FormSubmissionDetail } from '#contract/review/form-submissions/review-shapes.ts'
import { withinSentence } from '#contract/platform/letter-case.ts'
import { DecisionPart, FormNotices } from '#client/records/forms/decide/decision-part.tsx'
import { useOpenForm } from '#client/records/forms/decide/use-open-form.ts'
import { EvidencePane } from '#client/records/forms/evidence/evidence-pane.tsx'
import { useUndoChange } from '#client/platform/common/use-undo.ts'
import { formReads } from '#client/records/forms/decide/form-reads.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { Sheet } from '#client/platform/ui/overlays/sheet.tsx'
import { Tooltip } from '#client/platform/ui/overlays/tooltip.tsx'
import { TurnButton } from '#client/platform/ui/overlays/turn-button.tsx'
import { Badge, Pill } from '#client/platform/ui/text/badge.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { StudentRecord } from '#client/records/student-periods/panel/student-record.tsx'
import { FormsLink } from './forms-link.tsx'
import { MatchStep } from './match-step.tsx'
import { OtherInsurance } from './other-insurance.tsx'
import type { ReviewSearch, Step } from './review-search.ts'
import { useReview, type ReviewProps } from './use-review.ts'

const firstStep = (form: FormSubmissionDetail): Step => (form.student_period_id === null ? 'match' : 'decide')

/** Renders a form’s evidence beside the steps of its review. */
export const Review = (props: Omit<ReviewProps, 'onStudent'>) => {
  const { form, search, onStep, onForm, onEnd } = props
  const [showsStudent, setShowsStudent] = useState(false)
  const onStudent = () => setShowsStudent(true)
  const review = useReview({ ...props, onStudent })
  const { next, previous, position, total, left } = review
  const step = search.step ?? firstStep(form)
  useOpenForm(form)
  const evidence = useFromTop()
  return (
    <>
      <ReviewHeader
        form={form}
        search={search}
        place={placeText(position, total, left)}
        onStudent={form.student_period_id === null ? null : onStudent}
        onEnd={search.session ? onEnd : null}
        onPrevious={previous === null ? null : () => onForm(previous)}
        onNext={next === null ? null : () => onForm(next)}
      />
      {/* on a narrow screen the decision follows the evidence, and its buttons stay in reach */}
      <div className="grid min-h-0 flex-1 max-lg:flex max-lg:flex-none max-lg:flex-col max-lg:gap-4 max-lg:p-4 max-lg:pb-message-room lg:grid-cols-[minmax(0,1fr)_27rem]">
        <section
          ref={evidence}
          aria-label="Evidence"
          className="flex min-w-0 scroll-mt-96 flex-col gap-5 lg:overflow-y-auto lg:p-4"
        >
          <MatchLine form={form} onChange={() => onStep('match')} />
          <EvidencePane form={form} matched={form.student_period_version === null ? undefined : form} />
        </section>
        <section
          aria-label="Review"
          className="flex min-w-0 flex-col gap-4 max-lg:contents lg:overflow-y-auto lg:border-l lg:border-line lg:p-4 lg:pb-message-room"
        >
          <FormNotices form={form} claim={review.decision.claim} />
          <StepBody {...{ form, step, review, onStep, onForm }} isAsked={search.step !== undefined} />
        </section>
      </div>
      {form.student_period_id !== null && (
        <StudentSheet
          form={form}
          studentPeriod={form.student_period_id}
          isOpen={showsStudent}
          onClose={() => setShowsStudent(false)}
        />
      )}
    </>
  )
}

/** Returns the ref of the evidence: on a narrow screen, the form before was left where its decision is, below it. */
const useFromTop = () => {
  const part = useRef<HTMLElement>(null)
  useEffect(() => {
    part.current?.scrollIntoView({ block: 'start' })
  }, [])
  return part
}

/** ‘3 of 24’, in a session with how many it still has; null if the form isn’t in the list anymore. */
const placeText = (position: number | null, total: number, left: number | null): string | null => {
  if (position === null) return null
  const ofSession = left === null ? '' : ` · ${formatNumber(left)} left`
  return `${formatNumber(position)} of ${formatNumber(total)}${ofSession}`
}

/** Says whose form it is and how that’s known: ‘S1000714 · born 09/06/1998 · matched by student ID and birth date’. */
const MatchLine = ({
  form: { sid, match_method: method, student_period_id: matched, match_change_id: change },
  onChange,
}: {
  form: FormSubmissionDetail
  onChange: () => void
}) =>
  matched !== null && (
    <p className="-mb-4 flex flex-wrap items-center gap-x-1.5 text-ink-2">
      {sid !== null && <span className="tabular">{sid} ·</span>}
      {method !== null && <span>matched by {withinSentence(matchMethodLabels[method])}</span>}
      {change !== null && <ChangeMatch change={change} onUndone={onChange} />}
    </p>
  )

/** Renders the button that takes a match back, so that another student can be chosen. */
const ChangeMatch = ({ change, onUndone }: { change: string; onUndone: () => void }) => {
  const undo = useUndoChange(formReads, null)
  return (
    <>
      ·
      <Button
        variant="ghost"
        size="sm"
        className="-my-1"
        aria-label="Change the student"
        onClick={() => {
          void undo(change).then((isUndone) => {
            if (isUndone) onUndone()
          })
        }}
      >
        Change
      </Button>
    </>
  )
}

interface StudentSheetProps {
  form: FormSubmissionDetail
  studentPeriod: number
  isOpen: boolean
  onClose: () => void
}

/** Renders the student’s record next to the review. */
const StudentSheet = ({ form, studentPeriod, isOpen, onClose }: StudentSheetProps) => (
  <Sheet
    open={isOpen}
    onClose={onClose}
    title={
      <Link to="/student/$student" params={{ student: String(form.student_id) }} target="_blank">
        {form.name}
      </Link>
    }
  >
    <div className="relative flex flex-col gap-5 px-5 pb-5">
      <StudentRecord id={studentPeriod} />
    </div>
  </Sheet>
)

interface StepBodyProps {
  form: FormSubmissionDetail
  step: Step
  /** Whether someone chose the step, instead of opening the form at it. */
  isAsked: boolean
  review: ReturnType<typeof useReview>
  onStep: (step: Step) => void
  onForm: (id: number) => void
}

const StepBody = ({ form, step, isAsked, review, onStep, onForm }: StepBodyProps) => {
  const { open, toReview } = review.decision
  const isLastOpen = open.length === 0 && toReview.length <= 1
  switch (step) {
    case 'match':
      return <MatchStep form={form} hasFocus={isAsked} onStep={onStep} />
    case 'decide':
    case 'apply':
      return (
        <>
          <DecisionPart
            hasKeys
            {...{ form, step, onStep }}
            decision={review.decision}
            goesOn={review.next !== null}
            onDecided={review.finish}
            onReviewed={({ agrees }) => {
              // a disagreement stays on the screen
              if (agrees && isLastOpen && review.next !== null) onForm(review.next)
            }}
          />
          {step === 'decide' && form.form_type === 'waiver' && <OtherInsurance form={form} />}
        </>
      )
  }
}

interface ReviewHeaderProps {
  form: FormSubmissionDetail
  search: ReviewSearch
  /** '2 of 141' */
  place: string | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onStudent: (() => void) | null
  /** Ends the session; null outside of one. */
  onEnd: (() => void) | null
}

const ReviewHeader = (props: ReviewHeaderProps) => {
  const { form, search, place, onPrevious, onNext, onStudent, onEnd } = props
  const { school, period } = useParams({
    from: '/_signed-in/_admin/schools/$school/period/$period/student-form-submission/$submission',
  })
  return (
    <PageHeader
      title={form.name ?? 'No name yet'}
      documentTitle="Form submission"
      breadcrumb={[{ key: 'forms', link: <FormsLink school={school} period={period} search={search} /> }]}
      aside={
        <>
          <Pill>{formTypeLabels[form.form_type]}</Pill>
          {form.risk > 0 && (
            <Badge tone={form.risk >= highRisk ? 'danger' : 'warning'}>Risk {form.risk}</Badge>
          )}
        </>
      }
      actions={
        <div className="flex flex-wrap items-center gap-2 md:justify-end">
          {onStudent && (
            <Tooltip text="Student (O)" side="bottom">
              <IconButton icon={User} label="Student" onClick={onStudent} />
            </Tooltip>
          )}
          {onEnd && <Button onClick={onEnd}>Finish review</Button>}
          <span className="flex items-center gap-2">
            {place !== null && <span className="tabular whitespace-nowrap text-ink-2">{place}</span>}
            <TurnButton icon={ChevronLeft} label="Previous form" letter="K" onPress={onPrevious} />
            <TurnButton icon={ChevronRight} label="Next form" letter="J" onPress={onNext} />
          </span>
        </div>
      }
    />
  )
}
