import { useEffect, useState } from 'react'
import type { FormProgress } from '#contract/review/student-status/shapes.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import type { FormCalls } from './calls.ts'

/** Seconds before each question about a waiver, which a check can approve within a minute. Staff decide all other forms. */
const pauses = { waive: [0, 2, 3, 5, 8, 12, 15, 15], enroll: [0] } as const

/**
 * Asks a few times what was decided about a form that was sent, less and less often, until everything is. While the page is
 * hidden it doesn’t ask; once it’s shown again, it goes on. `isAsking` says whether it will ask again.
 */
export const useProgress = (calls: FormCalls, token: string, kind: FormPage['kind']) => {
  const [progress, setProgress] = useState<FormProgress | null>(null)
  const [isAsking, setAsking] = useState(true)
  useEffect(() => {
    let timer = 0
    let isOver = false
    const left: number[] = [...pauses[kind]]
    const askNext = (): void => {
      const pause = left.shift()
      if (pause === undefined) setAsking(false)
      else timer = window.setTimeout(() => void ask(), pause * 1000)
    }
    const onShown = (): void => {
      setAsking(true)
      void ask()
    }
    const ask = async (): Promise<void> => {
      if (document.hidden) {
        setAsking(false)
        document.addEventListener('visibilitychange', onShown, { once: true })
        return
      }
      // without an answer, the page says what it said before
      const found = await calls.readProgress(token).catch(() => null)
      if (isOver) return
      if (found) setProgress(found)
      if (found?.outcomes.every(({ outcome }) => outcome !== 'waiting')) setAsking(false)
      else askNext()
    }
    askNext()
    return () => {
      isOver = true
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShown)
    }
  }, [calls, token, kind])
  return { progress, isAsking }
}
