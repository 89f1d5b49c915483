import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { passkeyObstacle } from './passkey-obstacle.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { useSession } from './session-context.tsx'

interface PasskeyButtonProps {
  /** Whether a password was entered before; otherwise the passkey alone signs in. */
  isSecondStep: boolean
  isPrimary?: boolean
  onDone: () => void
}

/** Renders a button that signs in with a passkey, or says why it can’t. What it needs loads when it’s pressed. */
export const PasskeyButton = ({ isSecondStep, isPrimary = false, onDone }: PasskeyButtonProps) => {
  const session = useSession()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isPrimary) button.current?.focus()
  }, [isPrimary])
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const use = async (): Promise<void> => {
    const obstacle = passkeyObstacle()
    setFailure(obstacle)
    if (obstacle !== null) return
    setBusy(true)
    try {
      const { signInWithPasskey } = await import('./sign-in-with-passkey.ts')
      await session.enter(() => signInWithPasskey(isSecondStep))
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(Object.values(error.fieldErrors)[0] ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {failure !== null && <Banner tone="danger">{failure}</Banner>}
      <Button
        ref={button}
        variant={isPrimary ? 'primary' : 'secondary'}
        icon={KeyRound}
        busy={isBusy}
        onClick={() => void use()}
        className="w-full"
      >
        {isSecondStep ? 'Use a passkey' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}
