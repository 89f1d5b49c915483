/** Starts the server. What is compiled once is kept for the next start, so that comes before everything else. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// not in the machine's common folder for temporary files: whoever writes there would choose what runs here
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'shipmate'))
await import('./serve.ts')
