import { useRef, useState } from 'react'
import type { FormCheck, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { SiteWords } from '#client/setup/site/words/en.ts'
import { messagesIn } from '#client/setup/site/words/messages.ts'
import { useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { bodyOf, type FormBody, type TypedForm } from './answers.ts'
import { CallProblem, FieldProblem, type FormCalls } from './calls.ts'
import { pngOf } from './drawing.ts'
import { useSaving } from './use-saving.ts'
import { coverageStepKey } from '#contract/setup/site/form-page.ts'
import {
  fieldsOfStep,
  stepOfError,
  stepsOf,
  timeFields,
  type FilledForm,
  type FormFix,
  type FormStep,
  type SiteOfForm,
} from './steps.ts'

/** What a form is made of and reaches. */
export interface StudentFormProps {
  site: SiteOfForm
  form: FilledForm
  language: SiteLanguage
  calls: FormCalls
  /** What was typed before: an empty form, or a saved one. */
  start: TypedForm
  /** The token of a saved form. */
  token: string | null
  /** What was asked for, if the form was sent and is fixed. */
  fix: FormFix | null
}

/** What the parts of a step need. */
export type StepProps = StudentFormProps & { state: StudentFormState }

type Errors = Readonly<Record<string, string>>

/** A problem of the whole form, by its words. */
type ProblemWords = 'try_again' | 'too_many' | 'link_ended' | 'not_saved'

const problemWords: Readonly<Record<string, ProblemWords>> = {
  too_many: 'too_many',
  not_found: 'link_ended',
  offline: 'not_saved',
}

const problemOf = (error: unknown): ProblemWords =>
  (error instanceof CallProblem ? problemWords[error.code] : undefined) ?? 'try_again'

/** Returns the errors of some fields: of 'dependents' too those of 'dependents.0.dob'. */
const pickErrors = (errors: Errors, names: readonly string[]): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) =>
      names.some((name) => path === name || path.startsWith(`${name}.`)),
    ),
  )

export type StudentFormState = ReturnType<typeof useStudentForm>

type Change = Partial<TypedForm> | ((typed: TypedForm) => Partial<TypedForm>)

/** Keeps what a student types, where they are in the form, and what the server says about it. */
export const useStudentForm = ({ site, form, language, calls, start, token, fix }: StudentFormProps) => {
  const words = useWords()
  const [typed, setTyped] = useState(start)
  const [check, setCheck] = useState<FormCheck | null>(null)
  const isLate = form.state === 'late' || isLateFor(check)
  const body = (): FormBody => bodyOf(form.page, typed, language)
  const saving = useSaving(calls, body, token)
  const place = usePlace(stepsOf({ site, form, fix, isLate }, typed, words))
  const answers = useAnswers({
    calls: fix ? { ...calls, check: checkOfFix(calls) } : calls,
    body,
    place,
    words,
    onCheck: setCheck,
  })
  const [isBusy, setBusy] = useState(false)
  const [receipt, setReceipt] = useState<FormReceipt | null>(null)

  /** Goes on once the answers of the step are right: to the next one, or sends the form. */
  const advance = async (): Promise<void> => {
    if (!(await answers.areRight())) return
    if (place.isLast) setReceipt(await saving.send('complete', { drawn_signature: pngOf(typed.strokes) }))
    else {
      place.go(place.position + 1)
      // a form that was sent is kept as it was until it’s sent again
      if (!fix) void saving.save()
    }
  }

  return {
    typed,
    check,
    isLate,
    receipt,
    isBusy,
    ...place,
    ...saving,
    ...answers,
    change: (part: Change): void => {
      setTyped((former) => ({ ...former, ...(typeof part === 'function' ? part(former) : part) }))
      saving.noteChange()
    },
    goOn: async (): Promise<void> => {
      if (isBusy) return
      setBusy(true)
      await answers.during(advance)
      setBusy(false)
    },
    goTo: (key: string): void => {
      answers.forget()
      place.goTo(key)
    },
  }
}

/** Returns whether a student is late by what they answered, while others of the year still have time. */
const isLateFor = (check: FormCheck | null): boolean =>
  check?.late_fee != null || check?.errors['qualifying_event'] !== undefined

/** What was asked for can be sent after the form closed, so that its window doesn’t count. */
const checkOfFix =
  ({ check }: FormCalls): FormCalls['check'] =>
  async (body) => {
    const done = await check(body).catch(() => null)
    const { form_type: _type, qualifying_event: _event, event_on: _on, ...errors } = done?.errors ?? {}
    return { errors, refusals: done?.refusals ?? [], late_fee: null, premiums: done?.premiums ?? [] }
  }

/** Keeps the step that is shown. */
const usePlace = (steps: readonly FormStep[]) => {
  const [key, setKey] = useState('')
  const position = Math.max(
    steps.findIndex((step) => step.key === key),
    0,
  )
  const step = steps[position]
  if (!step) throw new Error('A form has no steps.')
  return {
    steps,
    step,
    position,
    isLast: position === steps.length - 1,
    goTo: setKey,
    go: (to: number): void => setKey(steps[to]?.key ?? ''),
  }
}

interface Answering {
  readonly calls: FormCalls
  readonly body: () => FormBody
  readonly place: ReturnType<typeof usePlace>
  readonly words: SiteWords
  readonly onCheck: (check: FormCheck) => void
}

/** Keeps what the server says about the answers. */
const useAnswers = ({ calls, body, place, words, onCheck }: Answering) => {
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<ProblemWords | null>(null)
  const asked = useRef(0)

  /** Shows what was refused, at the step that has the first of it. */
  const refuse = (refused: Errors): void => {
    const [path = ''] = Object.keys(refused)
    const step = timeFields.includes(path) ? coverageStepKey : stepOfError(place.steps, path)?.key
    place.goTo(step ?? place.step.key)
    setErrors(messagesIn(words, refused))
  }

  return {
    errors,
    problem,
    forget: (): void => {
      setErrors({})
      setProblem(null)
    },
    /**
     * Returns whether the answers of the step are right, at the last one those of the form, and shows what isn’t. Who turns
     * out to be late goes back to what that takes.
     */
    areRight: async (): Promise<boolean> => {
      asked.current += 1
      const done = await calls.check(body())
      onCheck(done)
      const own = place.isLast ? done.errors : pickErrors(done.errors, fieldsOfStep(place.step))
      const late = pickErrors(done.errors, timeFields)
      const found = Object.keys(own).length > 0 ? own : late
      const isRight = Object.keys(found).length === 0
      if (!isRight && (place.isLast || found === late)) refuse(found)
      else setErrors(messagesIn(words, found))
      return isRight
    },
    /** Asks what the form costs; what is still missing isn’t shown. Without an answer the last price stays. */
    price: async (): Promise<void> => {
      asked.current += 1
      const own = asked.current
      const done = await calls.check(body()).catch(() => null)
      // an answer to earlier dependents can come after that to the present ones
      if (done && own === asked.current) onCheck(done)
    },
    /** Runs an act and shows why it failed. */
    during: async (act: () => Promise<void>): Promise<void> => {
      setProblem(null)
      try {
        await act()
      } catch (error) {
        if (error instanceof FieldProblem) refuse(error.errors)
        else setProblem(problemOf(error))
      }
    },
  }
}
