import { useEffect, useRef } from 'react'
import type { StudentFormProps } from './use-student-form.ts'

/** Counts each step once when it’s shown first. A form that is fixed was counted when it was sent. */
export const useStepCounts = (
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
