import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { listUnpublishedChanges } from '#contract/setup/periods/endpoints.ts'
import { freshly, Loaded, type Loadable } from '#client/platform/ui/states/loaded.tsx'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { ChangeLines } from '#client/platform/history/change-lines.tsx'
import type { DocumentWords } from '#client/platform/history/document-text.ts'

/**
 * Loads what publishing a document would change for students, without the cache, so that everything published was
 * shown.
 */
export const useUnpublished = (periodId: number, kind: string) => {
  const changes = useAsk(listUnpublishedChanges, { params: { id: periodId }, query: { kind } }, afresh)
  return freshly(changes)
}

interface WhatChangesProps {
  of: Loadable<readonly FieldChange[]>
  words: DocumentWords | undefined
}

/** Renders what would change, or why that's unknown. */
export const WhatChanges = ({ of, words }: WhatChangesProps) => (
  <Loaded
    of={of}
    compact
    what="The list of changes"
    who="Only Shipmate Admins can publish."
    rows={3}
    label="Loading changes"
  >
    {(changes) => <ChangeLines changes={changes} words={words} none="No unpublished changes" />}
  </Loaded>
)
