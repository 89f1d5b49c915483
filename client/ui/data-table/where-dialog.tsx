import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WhereGroup } from '#contract/table-where.ts'
import { formatCount } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Button } from '../controls/button.tsx'
import type { DialogHandle } from '../overlays/dialog-host.tsx'
import { Dialog } from '../overlays/dialog.tsx'
import { FieldError } from '../controls/field.tsx'
import type { FilterColumn } from './types.ts'
import { draftOf, faultsOf, whereOfDraft } from './where-draft.ts'
import { WhereGroupBox } from './where-group.tsx'

/** Counts what a tree leaves, under whatever else holds: query options. */
export type CountWhere = (where: WhereGroup | null) => {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: {
    signal: AbortSignal
  }) => Promise<{ readonly meta: { readonly total: number } }>
}

export interface WhereDialogProps {
  columns: readonly FilterColumn[]
  where: WhereGroup | null
  count: CountWhere
  /** 'student' */
  noun: string
}

/** Characters that the address has room for. */
const longest = 6000

/** Builds a filter across columns: rules in groups, of which all or any must hold, with a live count. */
export const WhereDialog = (props: WhereDialogProps & { handle: DialogHandle<WhereGroup | null> }) => {
  const { columns, where, count, noun, handle } = props
  const [draft, setDraft] = useState(() => draftOf(where))
  const [isTried, setTried] = useState(false)
  const faults = faultsOf(draft, columns)
  const built = whereOfDraft(draft)
  const isTooLong = JSON.stringify(built).length > longest
  const apply = () => {
    setTried(true)
    if (draft.nodes.length === 0 || (faults.size === 0 && !isTooLong)) handle.close(built)
  }
  return (
    <Dialog
      {...handle.dialog}
      size="lg"
      title="Advanced filter"
      description="Rules across fields. They hold together with the search and the other filters."
      footer={
        <>
          <Matches where={built} isSound={faults.size === 0} count={count} noun={noun} />
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <Button variant="primary" onClick={apply}>
            Apply
          </Button>
        </>
      }
    >
      <WhereGroupBox
        group={draft}
        level={1}
        columns={columns}
        faults={isTried ? faults : noFaults}
        onChange={setDraft}
      />
      {isTooLong && <FieldError>These are more rules than a link can carry. Take some away.</FieldError>}
    </Dialog>
  )
}

const noFaults: ReadonlyMap<number, string> = new Map()

/** Milliseconds that the rules rest before they are counted. */
const pause = 250

const wordsFor = (total: number, noun: string): string =>
  `${formatCount(total, noun)} ${total === 1 ? 'matches' : 'match'}`

const Matches = ({
  where,
  isSound,
  count,
  noun,
}: Pick<WhereDialogProps, 'where' | 'count' | 'noun'> & { isSound: boolean }) => {
  const settled = useSettled(JSON.stringify(where), pause)
  const asked: WhereGroup | null = settled === JSON.stringify(where) ? where : null
  const { data, isPlaceholderData } = useQuery({
    ...count(asked),
    enabled: isSound && asked !== null,
    placeholderData: keepPreviousData,
  })
  const words = data && isSound && asked ? wordsFor(data.meta.total, noun) : ''
  return (
    <span
      aria-live="polite"
      className={isPlaceholderData ? 'tabular mr-auto text-ink-3' : 'tabular mr-auto text-ink-2'}
    >
      {isSound ? words : 'Complete the rules to see how many match.'}
    </span>
  )
}
