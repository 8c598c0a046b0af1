/** Saves a file that is made on demand, or reports why it could not be made. */
import { errorText } from '../app/session.js';
import { notify } from '../app/store.js';
import * as strings from '../strings/common.js';
import { save } from '../ui/save.js';

/**
 * @param {string} name
 * @param {() => Promise<Blob>} make
 * @param {(why: string) => string} [failed]   the message after a failure
 */
export async function saveMade(name, make, failed = strings.noPicture) {
  try {
    save(name, await make());
  } catch (error) {
    notify(failed(errorText(error)), { error: true });
  }
}
