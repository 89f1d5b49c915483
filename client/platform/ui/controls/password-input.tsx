import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../styles/cx.ts'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

/**
 * Renders a password field with a button that shows the text. Set `autoComplete` to `current-password` or
 * `new-password`.
 */
export const PasswordInput = ({ className, ...rest }: Omit<TextInputProps, 'type'>) => {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        className={cx('pr-9', className)}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label="Show password"
        aria-pressed={shown}
        size="sm"
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
