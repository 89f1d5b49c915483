import { Link2Off } from 'lucide-react'
import { useState } from 'react'
import { linksOf, textsOf } from '#contract/email-templates/check.ts'
import { checkEmailLinks } from '#contract/email-templates/endpoints.ts'
import { tokensIn } from '#contract/email-templates/merge.ts'
import { mostLinks, type CheckedLink, type TemplateContent } from '#contract/email-templates/shapes.ts'
import { isWebAddress } from '#contract/rich-text.ts'
import { formatCount } from '#client/lib/format.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'

/** Returns the links of a template that lead to a page: those without merge fields, each once. */
const pagesIn = (content: TemplateContent): string[] => {
  const links = textsOf(content).flatMap(([, { html }]) => linksOf(html))
  return [...new Set(links)].filter((url) => isWebAddress(url) && tokensIn(url).length === 0)
}

/** Renders a button that requests the links of a template, and which ones don’t work. */
export const LinkCheck = ({ content }: { content: TemplateContent }) => {
  const { send, isSending } = useSend(checkEmailLinks)
  const [checked, setChecked] = useState<readonly CheckedLink[]>([])
  const urls = pagesIn(content).slice(0, mostLinks)
  const results = checked.filter(({ url }) => urls.includes(url))
  const dead = results.filter(({ problem }) => problem !== null)
  if (urls.length === 0) return null
  const check = async (): Promise<void> => {
    const answer = await send({ body: { urls } }).catch(() => null)
    if (answer) setChecked(answer.reply)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={isSending} onClick={() => void check()}>
          Check links
        </Button>
        <output className="text-ink-2">
          {results.length > 0 &&
            dead.length === 0 &&
            `${formatCount(results.length, 'link')} checked. No problems found.`}
          {dead.length > 0 && `${formatCount(dead.length, 'link')} to fix`}
        </output>
      </div>
      {dead.length > 0 && (
        <ul className="flex flex-col gap-2">
          {dead.map(({ url, problem }) => (
            <li key={url} className="flex items-start gap-2 rounded-card px-3 py-2 break-words shadow-line">
              <Link2Off size={16} aria-hidden className="mt-0.5 shrink-0 text-warning-glyph" />
              <span className="min-w-0 flex-1">
                {url} {problem}.
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
