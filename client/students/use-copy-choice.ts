import { useState } from 'react'
import { fieldOf } from '#contract/known-fields.ts'
import { previewStudentPeriodCopy } from '#contract/student-periods/endpoints.ts'
import type { CopyPreview } from '#contract/student-periods/copy-shapes.ts'
import { carryParts } from '#client/common/carry.ts'
import { useAsk } from '#client/lib/query.ts'

/** A part of what could be copied, with the fields that are filled. */
export interface CopyPart {
  readonly key: string
  readonly label: string
  readonly fields: readonly string[]
  readonly isChosen: boolean
}

/** A company is copied by its number and shown by its name. */
const copiedAs = (name: string): string => (fieldOf(name)?.format === 'companyName' ? `${name}_id` : name)

const partsOf = (preview: CopyPreview | undefined, left: ReadonlySet<string>): CopyPart[] => {
  const filled = preview?.changes.map(({ field }) => copiedAs(field)) ?? []
  return carryParts
    .map(({ key, label, fields }) => {
      const names: readonly string[] = fields
      return { key, label, fields: filled.filter((field) => names.includes(field)), isChosen: !left.has(key) }
    })
    .filter(({ fields }) => fields.length > 0)
}

/** What of a policy year is copied, part by part, and what the new one would hold. All of it, until somebody leaves a part out. */
export const useCopyChoice = (from: number, period: number) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const params = { id: from }
  const query = { period_id: String(period) }
  const whole = useAsk(previewStudentPeriodCopy, { params, query })
  const parts = partsOf(whole.data, left)
  const isWhole = parts.every(({ isChosen }) => isChosen)
  const fields = parts.flatMap((part) => (part.isChosen ? part.fields : []))
  const isAsked = !isWhole && fields.length > 0
  const some = useAsk(
    previewStudentPeriodCopy,
    { params, query: isAsked ? { ...query, fields_to_carry: fields.join(',') } : query },
    { enabled: isAsked },
  )
  const toggle = (key: string): void => {
    const next = new Set(left)
    if (!next.delete(key)) next.add(key)
    setLeft(next)
  }
  return {
    preview: isAsked ? some : whole,
    parts,
    toggle,
    /** Which parts were left out, as the call takes it; undefined for none. */
    fields: isWhole ? undefined : fields,
  }
}
