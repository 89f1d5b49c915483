import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { cx } from '../cx.ts'

/** What a control must carry so that its label, hint and error belong to it. */
export interface FieldControl {
  readonly id?: string | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-required'?: true | undefined
}

const FieldContext = createContext<FieldControl>({})

/** The attributes of the field around a control; empty outside of one. */
export const useFieldControl = (): FieldControl => use(FieldContext)

/** The same for a control that hides the rest of the page while it is open: it points to its label, which goes too. */
export const useFieldCombobox = (): FieldControl & { readonly 'aria-labelledby'?: string } => {
  const control = use(FieldContext)
  return control.id === undefined ? control : { ...control, 'aria-labelledby': labelIdOf(control.id) }
}

const labelIdOf = (id: string): string => `${id}-label`

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The first message for this field; shown under it with its glyph. */
  error?: string | undefined
  required?: boolean
  /** Beside the label, to the right: a link such as 'Forgot password?'. */
  aside?: ReactNode
  /** The label is for screen readers only (a search field, a cell). */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** A labelled control: label above, hint or error below, wired for screen readers by context. */
export const Field = ({
  label,
  hint,
  error,
  required,
  aside,
  hideLabel,
  className,
  children,
}: FieldProps) => {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const control = useMemo<FieldControl>(
    () => ({
      id,
      'aria-describedby': describedBy,
      'aria-invalid': error ? true : undefined,
      'aria-required': required ? true : undefined,
    }),
    [id, describedBy, error, required],
  )
  return (
    // isolated, as sections and the sidebar are: a key paints its own field anew, and what stands around it is kept
    <div className={cx('isolate flex min-w-0 flex-col', className)} data-field>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel ? 'sr-only' : 'mb-1')}>
        <label id={labelIdOf(id)} htmlFor={id} className="text-label font-medium text-ink-2">
          {label}
          {required && (
            <span aria-hidden className="text-danger-text">
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-label text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

/** One message under a control; `Field` places it, groups of boxes place it themselves. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="mt-1 flex items-start gap-1 text-label text-danger-text">
    <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
)
