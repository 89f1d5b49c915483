import { useEffect, useRef, useState, type ReactNode } from 'react'
import { searchMatchCandidates } from '#contract/review/form-submissions/endpoints.ts'
import type { MatchCandidate } from '#contract/review/form-submissions/review-shapes.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { focusByArrows } from '#client/platform/ui/focus/focus-by-arrows.ts'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { MatchCandidates } from './match-candidates.tsx'

interface MatchSearchProps {
  formId: number
  /** Whether the field has the focus at first. */
  hasFocus: boolean
  isSending: boolean
  onMatch: (candidate: MatchCandidate) => void
  /** Shown until something is searched. */
  children: ReactNode
}

/** Renders the search for the student of a form among all of the policy year. ↓ leads to those it finds. */
export const MatchSearch = ({ formId, hasFocus, isSending, onMatch, children }: MatchSearchProps) => {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])
  return (
    <div ref={arrowFocus} className="flex flex-col gap-2">
      <SearchInput
        value={typed}
        onChange={setTyped}
        inputRef={input}
        slashPart="Review"
        label="Find another student in this policy year"
        placeholder="Name, student ID or email (/)"
        autoComplete="off"
        spellCheck={false}
        data-match-stop
      />
      <Found formId={formId} typed={typed.trim()} isSending={isSending} onMatch={onMatch}>
        {children}
      </Found>
    </div>
  )
}

const arrowFocus = focusByArrows('[data-match-stop]')

/** Searches from 2 letters on, when the typing pauses. */
const Found = ({
  formId,
  typed,
  children,
  ...rest
}: Omit<MatchSearchProps, 'hasFocus'> & { typed: string }) => {
  const q = useSettled(typed, 150).slice(0, 100)
  const isAsked = typed.length >= 2 && q.length >= 2
  const { data, error, refetch } = useAsk(
    searchMatchCandidates,
    { params: { id: formId }, query: { q } },
    { enabled: isAsked, keepPrevious: true },
  )
  if (!isAsked) return children
  if (error)
    return <BrokenState compact title="Search isn’t working right now" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={2} label="Searching" />
  if (data.length === 0)
    return (
      <p aria-live="polite" className="text-ink-2">
        No student in this policy year matches “{q}”. Add them below if they belong in it.
      </p>
    )
  return <MatchCandidates label="Students found" candidates={data} {...rest} />
}
