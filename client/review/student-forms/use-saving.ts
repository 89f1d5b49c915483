import { useRef, useState } from 'react'
import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import type { FormBody } from './answers.ts'
import type { FormCalls } from './calls.ts'

/**
 * Saves an unfinished form and sends a complete one. Each call waits for the one before, whose token it needs: answers that
 * come faster than they’re saved are still one form.
 */
export const useSaving = (calls: FormCalls, body: () => FormBody, first: string | null) => {
  const signs = useProgramSigns(first !== null)
  const known = useRef(Promise.resolve(first))
  const [saved, setSaved] = useState<'none' | 'saving' | 'saved' | 'failed'>('none')
  const send = (progress: 'in_progress' | 'complete', more: FormBody = {}): Promise<FormReceipt> => {
    const whole = { ...body(), ...more, ...signs.read(), progress }
    const { current: former } = known
    const sending = former.then((token) => calls.send(whole, token))
    known.current = sending.then(
      ({ resume_token: token }) => token,
      () => former,
    )
    return sending
  }
  return {
    saved,
    setUnseenField: signs.setField,
    noteChange: (): void => setSaved((was) => (was === 'saved' ? 'none' : was)),
    send,
    /** Returns the token; null if it couldn’t be saved. */
    save: async (): Promise<string | null> => {
      setSaved('saving')
      try {
        const { resume_token: token } = await send('in_progress')
        setSaved('saved')
        return token
      } catch {
        setSaved('failed')
        return null
      }
    },
  }
}

/**
 * Reads what tells a program from a person: the field that people don’t see, and how long the page has been open. Someone who
 * comes back to a saved form can be done at once, so that their time isn’t sent.
 */
const useProgramSigns = (isSaved: boolean) => {
  const [field, setField] = useState<HTMLInputElement | null>(null)
  return {
    setField,
    read: (): FormBody => ({
      left_empty: field?.value ?? null,
      ...(isSaved ? {} : { elapsed_seconds: performance.now() / 1000 }),
    }),
  }
}
