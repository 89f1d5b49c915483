import type { InputHTMLAttributes, Ref } from 'react'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** One line of text. Inside a `Field` it is wired to the label, hint and error. */
export const TextInput = ({ className, ...rest }: TextInputProps) => (
  <input type="text" {...useFieldControl()} className={cx(controlClass, lineClass, className)} {...rest} />
)
