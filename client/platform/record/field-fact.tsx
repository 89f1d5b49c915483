import { currentDay } from '#client/platform/lib/today.ts'
import type { ReactNode } from 'react'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { ageOn } from './age.ts'
import { valueWords, type PlainValue } from './field-value.ts'

/** Renders a field's value: an email address as a link, a birth date with the age; null if empty. */
export const fieldFact = (name: string, value: PlainValue): ReactNode => {
  if (value === null || value === '') return null
  const format = fieldOf(name)?.format
  const words = valueWords(name, value)
  if (format === 'email')
    return (
      <a href={`mailto:${words}`} className="text-accent-text no-underline hover:underline">
        {words}
      </a>
    )
  const age = format === 'birth' ? ageOn(String(value), currentDay()) : null
  return age === null ? words : `${words} (age ${age})`
}
