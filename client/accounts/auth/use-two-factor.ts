import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { passkeyObstacle } from './passkey-obstacle.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { useSession } from './session-context.tsx'
import {
  finishTwoFactor,
  readRecoveryCodes,
  remakeRecoveryCodes,
  startTwoFactor,
  stopTwoFactor,
  type TwoFactorSetup,
} from './two-factor.ts'

/**
 * Loads the user's two-factor authentication, with its actions; `failure` has the last error, and each change reloads
 * the user.
 */
export const useTwoFactor = () => {
  const session = useSession()
  const router = useRouter()
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const act = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.kind !== 'password-needed') setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }
  const stop = async (): Promise<void> => {
    await stopTwoFactor()
    setCodes(null)
    await session.refresh()
    // If the account must have it, the guard opens its setup.
    await router.invalidate()
  }
  const finish = async (code: string): Promise<void> => {
    await finishTwoFactor(code)
    setCodes(setup?.recoveryCodes ?? null)
    setSetup(null)
    await session.refresh()
  }
  const addPasskey = async (onDone: () => Promise<void>): Promise<void> => {
    if (await addedFirstPasskey(setFailure)) await onDone()
  }
  return {
    setup,
    codes,
    failure,
    isBusy,
    finish,
    cancel: () => setSetup(null),
    start: () => void act(async () => setSetup(await startTwoFactor())),
    showCodes: () => void act(async () => setCodes(await readRecoveryCodes())),
    renewCodes: () => void act(async () => setCodes(await remakeRecoveryCodes())),
    stop: () => void act(stop),
    addPasskey: (onDone: () => Promise<void>) => void act(() => addPasskey(onDone)),
  }
}

/** Adds a passkey, or tells why passkeys don’t work here. Returns whether it was added. */
const addedFirstPasskey = async (onObstacle: (sentence: string) => void): Promise<boolean> => {
  const obstacle = passkeyObstacle()
  if (obstacle !== null) {
    onObstacle(obstacle)
    return false
  }
  const { addFirstPasskey } = await import('./add-first-passkey.ts')
  await addFirstPasskey()
  return true
}
