import { Copy } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { TextInput } from '#client/ui/controls/text-input.tsx'
import { useCopy } from '#client/ui/overlays/use-copy.ts'

interface ShownOnceProps {
  label: string
  text: string
  /** What it’s good for, and for how long. */
  hint: string
  copyRef?: Ref<HTMLButtonElement>
}

/** Renders a link or secret that’s shown once, with a button that copies it. It can also be selected, where the browser can’t copy. */
export const ShownOnce = ({ label, text, hint, copyRef }: ShownOnceProps) => {
  const id = useId()
  const copyOut = useCopy()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyOut(text, null))
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
        <Button {...(copyRef ? { ref: copyRef } : {})} icon={Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-1 text-label text-ink-3">
        {hint}
      </p>
    </div>
  )
}
