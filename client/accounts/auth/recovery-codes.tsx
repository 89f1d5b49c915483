import { Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '#client/platform/lib/save-file.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'

/** Renders the 8 recovery codes, with buttons to download and print. Prints nothing else of the page. */
export const RecoveryCodes = ({ codes, email }: { codes: readonly string[]; email: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copyOut = useCopy()
  const copy = async () => setCopied(await copyOut(codes.join('\n'), null))
  const title = `Shipmate recovery codes for ${email}`
  const download = () =>
    saveFile(
      new Blob([`${title}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
      'shipmate-recovery-codes.txt',
    )
  return (
    <section aria-label="Recovery codes" data-printed className="rounded-card bg-sunken p-3 shadow-line">
      <p className="hidden font-semibold print:block">{title}</p>
      <p className="text-ink-2">
        Save these somewhere you can reach without your phone. Each code signs you in once.
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-x-4 gap-y-1 font-mono text-label select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button size="sm" icon={Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button size="sm" icon={Download} onClick={download}>
          Download
        </Button>
        <Button size="sm" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  )
}
