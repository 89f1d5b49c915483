import { useState } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-heading.tsx'
import { useSession } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

type Mode = 'code' | 'recovery_code'

const words: Record<Mode, { intro: string; label: string; other: string }> = {
  code: {
    intro: 'Enter the six-digit code from your authenticator app.',
    label: 'Code',
    other: 'Use a recovery code',
  },
  recovery_code: {
    intro: 'Enter one of the recovery codes you kept. Each works once.',
    label: 'Recovery code',
    other: 'Use the app’s code',
  },
}

/** The second step of the login (rule R17). Changing between code and recovery code clears the other field. */
export const ChallengeForm = ({ onDone, onStartAgain }: { onDone: () => void; onStartAgain: () => void }) => {
  const [mode, setMode] = useState<Mode>('code')
  const { intro, other } = words[mode]
  return (
    <>
      <GuestHeading title="Confirm it is you">{intro}</GuestHeading>
      <AnswerForm key={mode} mode={mode} onDone={onDone} />
      <div className="mt-4 flex items-center justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-2"
          onClick={() => setMode(mode === 'code' ? 'recovery_code' : 'code')}
        >
          {other}
        </Button>
        <Button variant="ghost" size="sm" className="-mr-2" onClick={onStartAgain}>
          Start again
        </Button>
      </div>
    </>
  )
}

const AnswerForm = ({ mode, onDone }: { mode: Mode; onDone: () => void }) => {
  const session = useSession()
  const form = useGuestForm(async (value) => {
    await session.answerChallenge(
      mode === 'code' ? { code: value('code') } : { recovery_code: value('recovery_code') },
    )
    onDone()
  })
  return (
    <GuestFormFrame form={form} action="Continue">
      <GuestField
        form={form}
        name={mode}
        label={words[mode].label}
        autoComplete="one-time-code"
        inputMode={mode === 'code' ? 'numeric' : 'text'}
      />
    </GuestFormFrame>
  )
}
