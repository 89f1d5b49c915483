import { useState } from 'react'
import { useWords } from '#client/setup/site/words/words.ts'
import type { FormCalls } from './calls.ts'
import type { StudentFormState } from './use-student-form.ts'

interface SaveLineProps {
  form: StudentFormState
  emailLink: NonNullable<FormCalls['emailLink']>
}

/** Says whether the form is saved, and emails a link to finish it later. */
export const SaveLine = ({ form, emailLink }: SaveLineProps) => {
  const words = useWords()
  const [isAsking, setAsking] = useState(false)
  const said = { none: '', saving: words.saving, saved: words.saved, failed: words.not_saved }[form.saved]
  return (
    <div className="site-save">
      {isAsking ? (
        <LinkForm form={form} emailLink={emailLink} />
      ) : (
        <button type="button" className="site-link" onClick={() => setAsking(true)}>
          {words.email_link}
        </button>
      )}
      <output>{said}</output>
    </div>
  )
}

const LinkForm = ({ form, emailLink }: SaveLineProps) => {
  const words = useWords()
  const [email, setEmail] = useState('')
  const [state, setState] = useState<'asking' | 'sending' | 'sent' | 'failed'>('asking')
  const send = async (): Promise<void> => {
    setState('sending')
    try {
      const token = await form.save()
      if (token === null) throw new Error('The form isn’t saved.')
      await emailLink(token, email)
      setState('sent')
    } catch {
      setState('failed')
    }
  }
  if (state === 'sent') return <output>{words.link_sent}</output>
  return (
    <div className="site-field">
      <label htmlFor="link-email">{words.email_link_to}</label>
      <input
        id="link-email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {state === 'failed' && (
        <span className="site-error" role="alert">
          {words.try_again}
        </span>
      )}
      <button
        type="button"
        className="site-act"
        data-quiet=""
        disabled={state === 'sending' || email.trim() === ''}
        onClick={() => void send()}
      >
        {words.send}
      </button>
    </div>
  )
}
