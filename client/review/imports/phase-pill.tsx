import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Eye,
  LoaderCircle,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { Pill, type Tone } from '#client/platform/ui/text/badge.tsx'
import type { ImportPhase } from './import-text.ts'

const looks: Record<ImportPhase, { tone: Tone; icon: LucideIcon; words: string; quiet: boolean }> = {
  reading: { tone: 'info', icon: LoaderCircle, words: 'Reading', quiet: false },
  writing: { tone: 'info', icon: LoaderCircle, words: 'Importing', quiet: false },
  preview: { tone: 'warning', icon: Eye, words: 'Preview', quiet: false },
  expired: { tone: 'neutral', icon: CircleDashed, words: 'Preview expired', quiet: true },
  applied: { tone: 'success', icon: CircleCheck, words: 'Imported', quiet: true },
  undone: { tone: 'neutral', icon: Undo2, words: 'Undone', quiet: true },
  unreadable: { tone: 'danger', icon: CircleX, words: 'Unreadable file', quiet: false },
  failed: { tone: 'danger', icon: CircleAlert, words: 'Failed', quiet: false },
}

/** Renders the state of an import. */
export const PhasePill = ({ phase }: { phase: ImportPhase }) => {
  const { words, ...look } = looks[phase]
  return <Pill {...look}>{words}</Pill>
}
