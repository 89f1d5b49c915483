import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { cx } from '../styles/cx.ts'

/** The attributes that connect a control to its label, hint and error. */
interface FieldControl {
  readonly id?: string | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: true | undefined
  readonly 'aria-required'?: true | undefined
}

const FieldContext = createContext<FieldControl>({})

/** The attributes of the field around a control; empty if there is none. */
export const useFieldControl = (): FieldControl => use(FieldContext)

/**
 * Like `FieldContext`, for a control that hides the rest of the page while it's open: it refers to its label, which
 * is hidden too.
 */
export const useFieldCombobox = (): FieldControl & { readonly 'aria-labelledby'?: string } => {
  const control = use(FieldContext)
  return control.id === undefined ? control : { ...control, 'aria-labelledby': labelIdOf(control.id) }
}

const labelIdOf = (id: string): string => `${id}-label`

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The first message for this field, shown below it with an icon. */
  error?: string | undefined
  required?: boolean
  /** Shown to the right of the label, for example the link 'Forgot password?'. */
  aside?: ReactNode
  /** Shows the label to screen readers only (a search field, a cell). */
  hideLabel?: boolean
  className?: string
  children: ReactNode
}

/** Renders a control with its label above and its hint or error below, connected for screen readers through context. */
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
    // isolated, like sections and the sidebar: typing repaints only this field
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

/** Renders one message below a control. `Field` renders it; groups of checkboxes render their own. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="mt-1 flex items-start gap-1 text-label text-danger-text">
    <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
    <span className="min-w-0">{children}</span>
  </p>
)
