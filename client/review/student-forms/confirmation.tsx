import { useEffect, useRef } from 'react'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { FormProgress } from '#contract/review/student-status/shapes.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import { SiteText } from '#client/setup/site/text.tsx'
import { dayInWords, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { useProgress } from './use-progress.ts'
import type { StudentFormProps } from './use-student-form.ts'

type ConfirmationProps = Pick<StudentFormProps, 'form' | 'calls' | 'language'> & { receipt: FormReceipt }

/** Renders that a form is sent, with its number, and what has become of it. */
export const Confirmation = ({ form: { page }, calls, language, receipt }: ConfirmationProps) => {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { progress, isAsking } = useProgress(calls, receipt.resume_token, page.kind)
  return (
    <div className="site-stack">
      <h1 ref={heading} tabIndex={-1}>
        {words.sent[page.kind]}
      </h1>
      <output className="site-stack">
        {progress && <ProgressNote kind={page.kind} {...{ progress, isAsking, language }} />}
        {!progress && isAsking && page.kind === 'waive' && <p>{words.checking_now}</p>}
      </output>
      <dl className="site-facts">
        <div>
          <dt>{words.confirmation_number}</dt>
          <dd>
            <b>{receipt.confirmation_number}</b>
          </dd>
        </div>
      </dl>
      <p>{words.sent_next}</p>
      <SiteText html={page.confirmation} />
      <div>
        <button type="button" className="site-act" data-quiet="" onClick={() => window.print()}>
          {words.print}
        </button>
      </div>
    </div>
  )
}

interface ProgressNoteProps {
  kind: FormPage['kind']
  progress: FormProgress
  isAsking: boolean
  language: SiteLanguage
}

/** Says what is approved, that a check runs, or by when the office plans to decide. */
const ProgressNote = ({ kind, progress: { outcomes, decide_by }, isAsking, language }: ProgressNoteProps) => {
  const words = useWords()
  const approved = outcomes.filter(({ outcome }) => outcome === 'approved')
  const isWaiting = outcomes.some(({ outcome }) => outcome === 'waiting')
  const names = approved.map(({ coverage_type }) => words.coverages[coverage_type]).join(', ')
  const isAllKnown = outcomes.every(({ outcome }) => outcome === 'approved' || outcome === 'waiting')
  return (
    <>
      {kind === 'waive' && approved.length > 0 && (
        <div className="site-callout">
          <b>{words.approved}</b>
          <p>{words.approved_means(names)}</p>
        </div>
      )}
      {isWaiting && <p>{isAsking ? words.checking_now : words.in_review(dayInWords(decide_by, language))}</p>}
      {!isAllKnown && <p>{words.was_decided}</p>}
    </>
  )
}
