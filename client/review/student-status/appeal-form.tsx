import { useState } from 'react'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { dayInWords, useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import type { StatusCalls } from './calls.ts'
import { takeFocus } from './take-focus.ts'

interface AppealFormProps {
  formId: number
  calls: StatusCalls
  language: SiteLanguage
  onChange: () => Promise<void>
}

/** Renders the form with which a student appeals a declined waiver. */
export const AppealForm = ({ formId, calls, language, onChange }: AppealFormProps) => {
  const words = useWords()
  const { comment, setComment, state, dueOn, send } = useAppeal(formId, calls)
  if (dueOn !== null)
    return (
      <>
        <output ref={takeFocus} tabIndex={-1}>
          {words.appeal_sent(dayInWords(dueOn, language))}
        </output>
        <button type="button" className="site-link" onClick={() => void onChange()}>
          {words.see_now}
        </button>
      </>
    )
  const error = state === 'empty' ? words.messages.required : undefined
  return (
    <div className="site-stack">
      <FieldFrame id={`appeal-${formId}`} label={words.appeal_why} isRequired error={error}>
        <textarea
          id={`appeal-${formId}`}
          ref={takeFocus}
          rows={5}
          maxLength={5000}
          value={comment}
          {...describedBy(`appeal-${formId}`, null, error)}
          onChange={(event) => setComment(event.target.value)}
        />
      </FieldFrame>
      {state === 'failed' && (
        <p className="site-error" role="alert">
          {words.try_again}
        </p>
      )}
      <div className="site-acts">
        <button type="button" className="site-act" disabled={state === 'sending'} onClick={() => void send()}>
          {words.appeal_send}
        </button>
      </div>
    </div>
  )
}

/** Keeps the typed reason until the appeal is sent, and then the day by which it’s decided. */
const useAppeal = (formId: number, calls: StatusCalls) => {
  const [comment, setComment] = useState('')
  const [state, setState] = useState<'typing' | 'sending' | 'empty' | 'failed'>('typing')
  const [dueOn, setDueOn] = useState<string | null>(null)
  const send = async (): Promise<void> => {
    if (comment.trim() === '') {
      setState('empty')
      return
    }
    setState('sending')
    try {
      setDueOn(await calls.appeal(await calls.tokenOf(formId), comment))
    } catch {
      setState('failed')
    }
  }
  return { comment, setComment, state, dueOn, send }
}
