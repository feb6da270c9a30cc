/// For these types the protocol has defaults of its own, which would be taken before the generic method, and say nothing of a field that
/// is nil.
extension KeyedEncoding {
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, key) }
}
