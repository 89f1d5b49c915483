import { SearchX, Users } from 'lucide-react'
import type { ApiError } from '#client/lib/api-error.ts'
import { BrokenState } from '#client/ui/broken-state.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { RefusedState } from '#client/ui/refused-state.tsx'
import type { ListPlace } from './list-header.tsx'

/** The search and the filters leave nobody. */
export const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={SearchX}
    title="No student matches"
    compact
    actions={<Button onClick={onClear}>Clear all filters</Button>}
  >
    Nobody in this policy year fits the search and the filters together.
  </EmptyState>
)

/** A policy year before its first roster. */
export const NobodyYet = ({ schoolId, periodId }: ListPlace) => (
  <EmptyState
    icon={Users}
    title="No students in this policy year yet"
    actions={
      <LinkButton
        to="/schools/$school/period/$period/import"
        params={{ school: String(schoolId), period: String(periodId) }}
        variant="primary"
      >
        Import a roster
      </LinkButton>
    }
  >
    Here you see who is enrolled, who waived, and what waits. Load the registrar’s roster to begin.
  </EmptyState>
)

/** The list could not be read: not ours, or not now. */
export const ListFailure = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) =>
  error.kind === 'not-found' || error.kind === 'forbidden' ? (
    <RefusedState title="This policy year is not here">
      It does not exist, or it belongs to a school that is not yours.
    </RefusedState>
  ) : (
    <BrokenState onRetry={onRetry} reference={error.requestId} />
  )
