import { useState } from 'react'
import { describedBy, FieldFrame } from '#client/setup/site/field.tsx'
import { LiveForm } from '#client/setup/site/live-form.tsx'
import { messagesIn } from '#client/setup/site/words/messages.ts'
import { useWords } from '#client/setup/site/words/words.ts'
import { CallProblem, FieldProblem } from '#client/review/student-forms/calls.ts'
import type { Identity, StatusCalls } from './calls.ts'
import { takeFocus } from './take-focus.ts'

interface SignInProps {
  calls: StatusCalls
  note: 'link_ended' | 'signed_out' | null
  onOpen: () => Promise<void>
}

/** Renders the two steps to a student’s status: who they are, and the code that was emailed to them. */
export const SignIn = ({ calls, note, onOpen }: SignInProps) => {
  const words = useWords()
  const { who, set, errors, problem, minutes, isAgain, isBusy, sendCode, open, again } = useSignIn(
    calls,
    onOpen,
  )
  const isAsked = minutes !== null
  return (
    <LiveForm onSend={isAsked ? open : sendCode}>
      <h1>{words.pages.status}</h1>
      {note !== null && (
        <output ref={note === 'signed_out' ? takeFocus : undefined} tabIndex={-1} className="site-callout">
          {words[note]}
        </output>
      )}
      <p aria-live="polite">{isAsked ? words.code_sent(minutes) : words.status_intro}</p>
      <Fields
        names={isAsked ? ['code'] : ['sid', 'dob']}
        hasFocus={isAsked || isAgain}
        {...{ who, errors }}
        onChange={set}
      />
      {problem !== null && (
        <p className="site-error" role="alert">
          {words[problem]}
        </p>
      )}
      <div className="site-acts">
        <button type="submit" className="site-act" disabled={isBusy}>
          {isAsked ? words.open_status : words.send_code}
        </button>
      </div>
      {isAsked && (
        <button type="button" className="site-link" onClick={again}>
          {words.another_code}
        </button>
      )}
    </LiveForm>
  )
}

type Typed = Identity & { readonly code: string }

const useSignIn = (calls: StatusCalls, onOpen: () => Promise<void>) => {
  const words = useWords()
  const [who, setWho] = useState<Typed>({ sid: '', dob: '', code: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<'too_many' | 'try_again' | null>(null)
  const [minutes, setMinutes] = useState<number | null>(null)
  const [isAgain, setAgain] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const during = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setErrors({})
    setProblem(null)
    try {
      await act()
    } catch (error) {
      if (error instanceof FieldProblem)
        setErrors({
          ...messagesIn(words, error.errors),
          ...(error.errors['code'] && { code: words.wrong_code }),
        })
      else setProblem(error instanceof CallProblem && error.code === 'too_many' ? 'too_many' : 'try_again')
    }
    setBusy(false)
  }
  return {
    who,
    errors,
    problem,
    minutes,
    isAgain,
    isBusy,
    set: (name: keyof Typed, value: string): void => setWho((former) => ({ ...former, [name]: value })),
    sendCode: () =>
      during(async () => setMinutes(await calls.sendCode({ sid: who.sid.trim(), dob: who.dob }))),
    open: () =>
      during(async () => {
        await calls.openByCode({ sid: who.sid.trim(), dob: who.dob }, who.code)
        await onOpen()
      }),
    again: (): void => {
      setMinutes(null)
      setAgain(true)
      setErrors({})
      setWho((former) => ({ ...former, code: '' }))
    },
  }
}

interface FieldsProps {
  names: readonly (keyof Typed)[]
  /** Whether the first takes the focus, because they replace what was pressed. */
  hasFocus: boolean
  who: Typed
  errors: Readonly<Record<string, string>>
  onChange: (name: keyof Typed, value: string) => void
}

const attributes = {
  sid: { type: 'text', autoComplete: 'off' },
  dob: { type: 'date', autoComplete: 'bday' },
  code: { type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const

const Fields = ({ names, hasFocus, who, errors, onChange }: FieldsProps) => {
  const words = useWords()
  const labels = { sid: words.student_id, dob: words.birth_date, code: words.code }
  return names.map((name) => (
    <FieldFrame key={name} id={`field-${name}`} label={labels[name]} isRequired error={errors[name]}>
      <input
        id={`field-${name}`}
        ref={hasFocus && name === names[0] ? takeFocus : undefined}
        {...attributes[name]}
        value={who[name]}
        {...describedBy(`field-${name}`, null, errors[name])}
        onChange={(event) => onChange(name, event.target.value)}
      />
    </FieldFrame>
  ))
}
