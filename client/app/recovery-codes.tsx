import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'

/** Eight codes to keep, and a way to take them along. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    setCopied(true)
  }
  return (
    <section aria-label="Recovery codes" className="rounded-card bg-sunken p-3 shadow-line">
      <div className="flex items-start justify-between gap-3">
        <p className="text-ink-2">
          Keep these where you find them without your phone. Each opens the account once, in place of a code.
        </p>
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ul className="mt-3 grid grid-cols-1 gap-x-4 gap-y-1 font-mono text-label select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  )
}
