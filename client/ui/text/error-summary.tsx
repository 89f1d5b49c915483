import { CircleAlert } from 'lucide-react'

export interface SummarizedError {
  /** The field's name in the form. */
  readonly field: string
  readonly label: string
  readonly message: string
}

export interface ErrorSummaryProps {
  errors: readonly SummarizedError[]
  /** Moves the focus into the field. */
  onPick: (field: string) => void
}

/** What is wrong with a long form, in the order of its fields; each line leads to its field. */
export const ErrorSummary = ({ errors, onPick }: ErrorSummaryProps) => {
  if (errors.length === 0) return null
  return (
    <section
      aria-label="What needs attention"
      className="rounded-card bg-danger-soft px-3 py-2.5 text-danger-text"
    >
      <h2 className="flex items-center gap-2 font-medium">
        <CircleAlert size={16} aria-hidden />
        {errors.length === 1 ? 'One field needs attention' : `${errors.length} fields need attention`}
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
