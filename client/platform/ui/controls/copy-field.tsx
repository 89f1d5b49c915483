import { Copy } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { Button } from './button.tsx'
import { TextInput } from './text-input.tsx'
import { useCopy } from '../overlays/use-copy.ts'

interface CopyFieldProps {
  label: string
  text: string
  /** What it’s good for. */
  hint: string
  /** The screen has others: the button names what it copies, and a toast confirms it. */
  isOneOfSeveral?: boolean
  copyRef?: Ref<HTMLButtonElement>
}

/** Renders a text with a button that copies it. It can also be selected, where the browser can’t copy. */
export const CopyField = ({ label, text, hint, isOneOfSeveral = false, copyRef }: CopyFieldProps) => {
  const id = useId()
  const copyOut = useCopy()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (isOneOfSeveral) await copyOut(text)
    else setCopied(await copyOut(text, null))
  }
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block text-label font-medium text-ink-2">
        {label}
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          readOnly
          value={text}
          className="min-w-0 flex-1 font-mono"
          aria-describedby={`${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
        <Button
          {...(copyRef ? { ref: copyRef } : {})}
          {...(isOneOfSeveral ? { 'aria-label': `Copy ${label}` } : {})}
          icon={Copy}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-label text-ink-3">
        {hint}
      </p>
    </div>
  )
}
