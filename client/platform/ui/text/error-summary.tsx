import { CircleAlert } from 'lucide-react'

export interface SummarizedError {
  /** The field's name in the form. */
  readonly field: string
  readonly label: string
  readonly message: string
}

interface ErrorSummaryProps {
  errors: readonly SummarizedError[]
  /** Focuses the field. */
  onPick: (field: string) => void
}

/** Renders the errors of a long form in the order of its fields; each line goes to its field. */
export const ErrorSummary = ({ errors, onPick }: ErrorSummaryProps) => {
  if (errors.length === 0) return null
  return (
    <section aria-label="Errors to fix" className="rounded-card bg-danger-soft px-3 py-2.5 text-danger-text">
      <h2 className="flex items-center gap-2 font-medium">
        <CircleAlert size={16} aria-hidden />
        {errors.length === 1 ? 'Fix 1 field' : `Fix ${errors.length} fields`}
      </h2>
      <ul className="mt-1 flex flex-col pl-6">
        {errors.map(({ field, label, message }) => (
          <li key={field}>
            <button
              type="button"
              onClick={() => onPick(field)}
              className="min-h-6 rounded-pill text-left underline decoration-transparent underline-offset-2 hover:decoration-current"
            >
              <span className="font-medium">{label}:</span> {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
