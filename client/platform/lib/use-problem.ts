import { useState } from 'react'
import { ApiError } from './api-error.ts'

/** Runs steps, and keeps the message of the one that failed last, for a screen that shows it in place. */
export const useProblem = (messageOf = ({ message }: ApiError): string => message) => {
  const [problem, setProblem] = useState<string | null>(null)
  const attempt = async (step: () => Promise<unknown>): Promise<void> => {
    setProblem(null)
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(messageOf(error))
    }
  }
  return { problem, attempt, forgetProblem: () => setProblem(null) }
}
