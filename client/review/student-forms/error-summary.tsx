import { useEffect, useRef } from 'react'
import { useWords } from '#client/setup/site/words/words.ts'
import { labelOf, useFieldWords } from '#client/setup/site/words/field-words.ts'
import type { FormStep } from './steps.ts'

interface ErrorSummaryProps {
  errors: Readonly<Record<string, string>>
  fields: readonly FormStep[]
}

/** Renders what is to be fixed, each with a link to its field, and takes the focus when it appears. */
export const ErrorSummary = ({ errors, fields }: ErrorSummaryProps) => {
  const words = useWords()
  const fieldWords = useFieldWords()
  const summary = useRef<HTMLElement>(null)
  const paths = Object.keys(errors)
  // each refusal is a new object
  useEffect(() => {
    if (Object.keys(errors).length > 0) summary.current?.focus()
  }, [errors])
  if (paths.length === 0) return null
  const labels = new Map(
    fields.flatMap((step) =>
      step.kind === 'fields'
        ? step.fields.map((field) => [field.name, labelOf(field, fieldWords)] as const)
        : [],
    ),
  )
  return (
    <section ref={summary} tabIndex={-1} aria-labelledby="errors-title" className="site-errors">
      <b id="errors-title">{words.errors_title(paths.length)}</b>
      <ul>
        {paths.map((path) => {
          const label = labels.get(path)
          return (
            <li key={path}>
              <a href={`#field-${path.replaceAll('.', '-')}`}>
                {label === undefined ? errors[path] : `${label}: ${errors[path]}`}
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
