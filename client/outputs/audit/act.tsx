import type { ActivityEntry } from '#contract/outputs/audit/shapes.ts'
import { Pill } from '#client/platform/ui/text/badge.tsx'
import { actText, whoText } from './activity-text.ts'

/** Renders who did what, and whether it was denied. */
export const Act = ({ entry }: { entry: ActivityEntry }) => (
  <>
    <span className="font-medium">{whoText(entry)}</span> <span className="text-ink-2">{actText(entry)}</span>
    {entry.outcome === 'refused' && (
      <Pill tone="warning" className="ml-2 align-middle">
        Denied
      </Pill>
    )}
  </>
)
