import { CircleCheck, CircleX, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { verdictOf, type Engine, type Verdict } from './pattern-verdict.ts'

const looks: Record<Verdict['kind'], { icon: LucideIcon; className: string }> = {
  fits: { icon: CircleCheck, className: 'text-success-text' },
  differs: { icon: CircleX, className: 'text-danger-text' },
  broken: { icon: TriangleAlert, className: 'text-warning-text' },
}

/** Tries the pattern on a member ID while either is typed. Nothing of it is kept. */
export const PatternTest = ({ pattern, className }: { pattern: string; className?: string }) => {
  const [memberId, setMemberId] = useState('')
  const engine = useEngine(pattern !== '')
  const verdict = engine && verdictOf(engine, pattern.trim(), memberId.trim())
  const look = verdict && looks[verdict.kind]
  return (
    <div className={className}>
      <Field label="Try a member ID" hint="Nothing of it is kept.">
        <TextInput
          value={memberId}
          autoComplete="off"
          spellCheck={false}
          disabled={pattern.trim() === ''}
          className="tabular"
          onChange={({ target }) => setMemberId(target.value)}
          // Enter tries, it does not save
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <output aria-live="polite" className="mt-1 block min-h-5 text-label">
        {verdict && look && (
          <span className={`flex items-center gap-1 ${look.className}`}>
            <look.icon size={14} aria-hidden className="shrink-0" />
            {verdict.words}
          </span>
        )}
      </output>
    </div>
  )
}

/** The engine that the server uses (decision 048); loaded once a pattern is there. */
const useEngine = (isWanted: boolean): Engine | null => {
  const [engine, setEngine] = useState<{ readonly RE2JS: Engine } | null>(null)
  useEffect(() => {
    if (!isWanted || engine) return
    let isHere = true
    void import('re2js').then(({ RE2JS }) => isHere && setEngine({ RE2JS }))
    return () => {
      isHere = false
    }
  }, [isWanted, engine])
  return engine?.RE2JS ?? null
}
