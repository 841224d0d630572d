/* Changes to an XML file that keep it well-formed: whole elements are deleted, repeated, swapped or put in
 * another's place, attributes get values that others of the same name have, numbers become extreme, operands
 * become references to shared nodes. */
#ifndef GT_TESTS_FUZZ_MUTATE_H
#define GT_TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Changes `data` in place, room for `max_size`; returns the new size, or `size` if nothing could be changed.
 */
size_t gt_mutate_xml(uint8_t *data, size_t size, size_t max_size, uint64_t seed);

#endif
