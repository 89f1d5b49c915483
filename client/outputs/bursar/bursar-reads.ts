import { getBursarBatch, listBursarBatches, previewBursarBatch } from '#contract/outputs/bursar/endpoints.ts'

/** The reads that a change of a batch makes out of date. */
export const bursarReads = [previewBursarBatch, listBursarBatches, getBursarBatch]
