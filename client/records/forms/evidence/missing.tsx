import { TriangleAlert } from 'lucide-react'
import { Pill } from '#client/platform/ui/text/badge.tsx'

/** Marks a needed answer that the student left out. */
export const Missing = () => (
  <Pill tone="warning" icon={TriangleAlert}>
    Missing
  </Pill>
)
