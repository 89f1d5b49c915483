import { Copy } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { Button } from '#client/ui/controls/button.tsx'
import { TextInput } from '#client/ui/controls/text-input.tsx'
import { useCopy } from '#client/ui/overlays/use-copy.ts'

/** Renders a one-time link with a button that copies it. It can also be selected, where the browser can’t copy. */
export const InviteLink = ({ url, copyRef }: { url: string; copyRef?: Ref<HTMLButtonElement> }) => {
  const id = useId()
  const copyOut = useCopy()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyOut(url, null))
  return (
    <div className="w-full">
      <label htmlFor={id} className="mb-1 block text-label font-medium text-ink-2">
        One-time link
      </label>
      <div className="flex gap-2">
        <TextInput
          id={id}
          readOnly
          value={url}
          className="min-w-0 flex-1 font-mono"
          onFocus={({ target }) => target.select()}
        />
        <Button {...(copyRef ? { ref: copyRef } : {})} icon={Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className="mt-1 text-label text-ink-3">
        Works once, for 7 days. Anyone who has it can set the password, so send it only to them.
      </p>
    </div>
  )
}
