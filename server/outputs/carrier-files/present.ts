import * as z from 'zod/mini'
import { carrierFileRun, type CarrierFileRun } from '#contract/outputs/carrier-files/shapes.ts'
import { settingsOf, type FileRecord } from './queries/records.ts'

/** A file with who made and released it. */
export interface ShownFile extends FileRecord {
  readonly job_state: string
  readonly done: number
  readonly total: number
  readonly message: string | null
  readonly base_released_at: string | null
  readonly created_by: { readonly id: number; readonly name: string } | null
  readonly released_by: { readonly id: number; readonly name: string } | null
  readonly downloads: number
}

/** Returns a file as in its reply. The columns’ CHECKs allow exactly the contract’s choices. */
export const presentFile = ({ base_id: base, base_released_at: at, ...file }: ShownFile): CarrierFileRun =>
  z.parse(carrierFileRun, {
    ...file,
    state: file.state === 'preparing' && file.job_state === 'queued' ? 'queued' : file.state,
    progress: { done: file.done, total: file.total },
    carrier_name: settingsOf(file).carrier_name,
    compared_with: base === null || at === null ? null : { id: base, released_at: at },
  })
