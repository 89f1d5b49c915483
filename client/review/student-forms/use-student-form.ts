import { useEffect, useRef, useState } from 'react'
import type { FormCheck, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { OpenSite, SiteForm } from '#contract/setup/site/shapes.ts'
import type { SiteWords } from '#client/setup/site/words/en.ts'
import { messagesIn } from '#client/setup/site/words/messages.ts'
import { useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import { bodyOf, type FormBody, type TypedForm } from './answers.ts'
import { CallProblem, FieldProblem, type FormCalls } from './calls.ts'
import { fieldsOfStep, stepOfError, stepsOf, type FormFix, type FormStep } from './steps.ts'

/** What a form is made of and reaches. */
export interface StudentFormProps {
  site: OpenSite
  form: SiteForm
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
  const signs = useProgramSigns(token !== null)
  const sent = (): FormBody => ({ ...body(), ...signs.read() })
  const saving = useSaving(calls, sent, token)
  const place = usePlace(stepsOf({ site, form, fix, isLate }, typed, words))
  const answers = useAnswers({
    calls: fix ? { ...calls, check: checkOfFix(calls) } : calls,
    body,
    place,
    words,
    onCheck: setCheck,
  })
  useStepCounts({ calls, form, language, fix }, place.step.key)
  const [isBusy, setBusy] = useState(false)
  const [receipt, setReceipt] = useState<FormReceipt | null>(null)

  /** Goes on once the answers of the step are right: to the next one, or sends the form. */
  const advance = async (): Promise<void> => {
    if (!(await answers.areRight())) return
    if (place.isLast) setReceipt(await calls.send({ ...sent(), progress: 'complete' }, saving.token))
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
    unseenField: signs.field,
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

/**
 * Reads what tells a program from a person: the field that people don’t see, and how long the page has been open. Someone who
 * comes back to a saved form can be done at once, so that their time isn’t sent.
 */
const useProgramSigns = (isSaved: boolean) => {
  const field = useRef<HTMLInputElement>(null)
  const openedAt = useRef(0)
  useEffect(() => {
    openedAt.current = performance.now()
  }, [])
  return {
    field,
    read: (): FormBody => ({
      left_empty: field.current?.value ?? null,
      ...(isSaved ? {} : { elapsed_seconds: (performance.now() - openedAt.current) / 1000 }),
    }),
  }
}

/** Counts each step once when it’s shown first. A form that is fixed was counted when it was sent. */
const useStepCounts = (
  { calls, form: { page }, language, fix }: Pick<StudentFormProps, 'calls' | 'form' | 'language' | 'fix'>,
  step: string,
): void => {
  const counted = useRef(new Set<string>())
  useEffect(() => {
    const { current: known } = counted
    if (fix || known.has(step)) return
    calls.countStep({ form: page.kind, step, is_first: known.size === 0, language })
    known.add(step)
  }, [calls, page.kind, language, fix, step])
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

/** Saves an unfinished form, and keeps the token of the saved one. */
const useSaving = (calls: FormCalls, body: () => FormBody, first: string | null) => {
  const [token, setToken] = useState(first)
  const [saved, setSaved] = useState<'none' | 'saving' | 'saved' | 'failed'>('none')
  return {
    token,
    saved,
    noteChange: (): void => setSaved((former) => (former === 'saved' ? 'none' : former)),
    /** Returns the token; null if it couldn’t be saved. */
    save: async (): Promise<string | null> => {
      setSaved('saving')
      try {
        const { resume_token: given } = await calls.send({ ...body(), progress: 'in_progress' }, token)
        setToken(given)
        setSaved('saved')
        return given
      } catch {
        setSaved('failed')
        return null
      }
    },
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
    place.goTo(stepOfError(place.steps, path)?.key ?? place.step.key)
    setErrors(messagesIn(words, refused))
  }

  return {
    errors,
    problem,
    forget: (): void => {
      setErrors({})
      setProblem(null)
    },
    /** Returns whether the answers of the step are right, at the last one those of the form, and shows what isn’t. */
    areRight: async (): Promise<boolean> => {
      asked.current += 1
      const done = await calls.check(body())
      onCheck(done)
      const own = place.isLast ? done.errors : pickErrors(done.errors, fieldsOfStep(place.step))
      if (place.isLast && Object.keys(own).length > 0) refuse(own)
      else setErrors(messagesIn(words, own))
      return Object.keys(own).length === 0
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
