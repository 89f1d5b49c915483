import { Copy } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { TextInput } from '#client/ui/controls/text-input.tsx'
import { useCopy } from '#client/ui/overlays/use-copy.ts'

interface CopyFieldProps {
  label: string
  value: string
  hint: string
}

/** Renders a text to copy. It can also be selected, where the browser can’t copy. */
export const CopyField = ({ label, value, hint }: CopyFieldProps) => {
  const id = useId()
  const copy = useCopy()
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block text-label font-medium text-ink-2">
        {label}
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          readOnly
          value={value}
          className="min-w-0 flex-1 font-mono"
          onFocus={({ target }) => target.select()}
        />
        <Button icon={Copy} onClick={() => void copy(value)} aria-label={`Copy ${label}`}>
          Copy
        </Button>
      </div>
      <p className="mt-1 text-label text-ink-3">{hint}</p>
    </div>
  )
}
